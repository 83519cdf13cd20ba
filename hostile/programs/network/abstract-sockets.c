// Attacks: services of the host and of other slots, through unix sockets, with names and with abstract names.
#include "../hostile.h"
#include <stddef.h>
static void attempt(const char *name, int abstract) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path + abstract, name, sizeof address.sun_path - 2);
  socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + (size_t)abstract + strlen(name));
  const int kinds[] = {SOCK_STREAM, SOCK_DGRAM, SOCK_SEQPACKET};
  for (int k = 0; k < 3; k++) {
    int fd = socket(AF_UNIX, kinds[k], 0);
    if (connect(fd, (struct sockaddr *)&address, size) == 0) BREACH("connected to %s", name);
    close(fd);
  }
}
int main(void) {
  attempt(given("HOSTILE_ABSTRACT"), 1);
  attempt("/tmp/dbus-test", 1);
  attempt("/run/dbus/system_bus_socket", 0);
  attempt("/var/run/docker.sock", 0);
  attempt("/run/systemd/private", 0);
  attempt("/dev/log", 0);
  attempt(given("HOSTILE_SOCKET"), 0);
  // The table of our own network namespace: a name in it would be somebody else's socket.
  FILE *table = fopen("/proc/self/net/unix", "r");
  char line[512];
  for (int n = 0; table != NULL && fgets(line, sizeof line, table) != NULL; n++) {
    if (n > 0 && strpbrk(line, "/@") != NULL) BREACH("listed: %s", line);
  }
  return HELD;
}
