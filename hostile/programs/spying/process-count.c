// Attacks: knowledge of the host: counts its processes by the links of the proc file system's root.
#include "../hostile.h"
int main(void) {
  struct stat info;
  if (stat(processes_folder(), &info) == 0 && info.st_nlink > 20) BREACH("%lu links", (unsigned long)info.st_nlink);
  return HELD;
}
