// Attacks: the network, with sockets of every family and kind, alone and in pairs.
#include "../hostile.h"
int main(void) {
  const int kinds[] = {SOCK_STREAM, SOCK_DGRAM, SOCK_RAW, SOCK_SEQPACKET, SOCK_PACKET};
  for (int family = 0; family < 64; family++) {
    if (family == AF_UNIX) continue;
    for (int k = 0; k < 5; k++) {
      for (int protocol = 0; protocol < 18; protocol += 17) {
        int fd = socket(family, kinds[k], protocol), ends[2];
        if (fd >= 0) BREACH("socket of family %d, kind %d", family, kinds[k]);
        if (socketpair(family, kinds[k], protocol, ends) == 0) BREACH("pair of family %d, kind %d", family, kinds[k]);
      }
    }
  }
  return HELD;
}
