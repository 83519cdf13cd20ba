// Attacks: the next run, with abstract socket names taken and kept by a daemon.
#include "../hostile.h"
#include <stddef.h>
int main(void) {
  if (fork() != 0) return 0;
  for (int i = 0; i < 200; i++) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int size = snprintf(address.sun_path + 1, 100, i == 0 ? "witness" : "name-%d", i);
    bind(socket(AF_UNIX, SOCK_DGRAM, 0), (struct sockaddr *)&address, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)size));
  }
  while (1) pause();
}
