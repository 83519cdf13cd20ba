// Attacks: the code that opens what a program left: fifos and sockets at the places that are collected.
#include "../hostile.h"
int main(void) {
  mkfifo("/box/out", 0666);
  mkfifo("/tmp/fifo", 0666);
  struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "/box/socket"};
  bind(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&address, sizeof address);
  return 0;
}
