// Attacks: the root, by climbing up from descriptors, from deleted folders and through /proc/self.
#include "../hostile.h"
int main(void) {
  const char *ways[] = {"/../../../../../../../../..", "/proc/self/root/../../..", "/proc/self/cwd/../../../..", "/proc/self/fd/0/../..",
                        "/proc/self/exe/../.."};
  for (unsigned i = 0; i < sizeof ways / sizeof ways[0]; i++) {
    char path[512];
    snprintf(path, sizeof path, "%s%s", ways[i], given("HOSTILE_SECRET"));
    REFUSED(open(path, O_RDONLY));
  }
  int root = open("/", O_RDONLY | O_DIRECTORY);
  mkdir("/box/gone", 0777);
  chdir("/box/gone");
  rmdir("/box/gone");
  for (int i = 0; i < 50; i++) chdir("..");
  REFUSED(openat(root, given("HOSTILE_SECRET") + 1, O_RDONLY));
  REFUSED(open(given("HOSTILE_SECRET") + 1, O_RDONLY));
  return HELD;
}
