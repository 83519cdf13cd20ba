// Attacks: the judge's own paths, which show names of tests and teams: environment, descriptors, mounts, command line.
#include "../hostile.h"
static void search(const char *path) {
  static char text[1 << 17];
  int fd = open(path, O_RDONLY);
  ssize_t size = fd < 0 ? 0 : read(fd, text, sizeof text - 1);
  for (ssize_t i = 0; i < size; i++) text[i] = text[i] == '\0' ? ' ' : text[i];
  text[size < 0 ? 0 : size] = '\0';
  if (strstr(text, given("HOSTILE_MARK")) != NULL) BREACH("%s names the judge's folders", path);
}
int main(void) {
  search("/proc/self/mountinfo");
  search("/proc/self/mounts");
  search("/proc/self/mountstats");
  search("/proc/self/cmdline");
  search("/proc/self/maps");
  search("/proc/self/cgroup");
  search("/proc/self/auxv");
  char link[4096];
  const char *links[] = {"/proc/self/fd/0", "/proc/self/fd/1", "/proc/self/exe", "/proc/self/cwd", "/proc/self/root"};
  for (int i = 0; i < 5; i++) {
    ssize_t size = readlink(links[i], link, sizeof link - 1);
    link[size < 0 ? 0 : size] = '\0';
    if (strstr(link, given("HOSTILE_MARK")) != NULL) BREACH("%s names the judge's folders", links[i]);
  }
  return HELD;
}
