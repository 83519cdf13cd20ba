// Attacks: files that are not ours, by hard links to them in the box.
#include "../hostile.h"
int main(void) {
  REFUSED(link("/program/program", "/box/a"));
  REFUSED(link("/usr/bin/su", "/box/b"));
  REFUSED(link("/etc/passwd", "/box/c"));
  REFUSED(linkat(AT_FDCWD, "/proc/self/exe", AT_FDCWD, "/box/d", AT_SYMLINK_FOLLOW));
  REFUSED(link("/dev/null", "/box/e"));
  REFUSED(rename("/program/program", "/box/f"));
  return HELD;
}
