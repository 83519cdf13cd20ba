// Attacks: the kernel, with a filter on a socket of its own: some thousand of them freed at once stop it until it is restarted.
#include "../hostile.h"
#include <linux/filter.h>
int main(void) {
  struct sock_filter all[] = {BPF_STMT(BPF_RET | BPF_K, 0xffffffff)};
  struct sock_fprog filter = {1, all};
  int ends[2], one = 1, none = -1;
  for (int type = SOCK_STREAM; type <= SOCK_SEQPACKET; type++) {
    if (socketpair(AF_UNIX, type, 0, ends) != 0) continue;
    // SO_ATTACH_FILTER, SO_ATTACH_BPF, SO_ATTACH_REUSEPORT_CBPF and _EBPF.
    REFUSED(setsockopt(ends[0], SOL_SOCKET, 26, &filter, sizeof filter));
    REFUSED(setsockopt(ends[0], SOL_SOCKET, 50, &none, sizeof none));
    REFUSED(setsockopt(ends[0], SOL_SOCKET, 51, &filter, sizeof filter));
    REFUSED(setsockopt(ends[0], SOL_SOCKET, 52, &none, sizeof none));
    // SO_LOCK_FILTER, SO_TIMESTAMP, SO_BUSY_POLL, SO_PEEK_OFF, SO_PASSPIDFD.
    const int options[] = {44, 29, 46, 42, 76};
    for (int i = 0; i < 5; i++) {
      if (setsockopt(ends[0], SOL_SOCKET, options[i], &one, sizeof one) >= 0) BREACH("option %d", options[i]);
    }
    // The kernel takes the level and the option as 32 bits.
    REFUSED(syscall(SYS_setsockopt, ends[0], SOL_SOCKET | 1L << 32, 26L | 1L << 32, &filter, sizeof filter));
    REFUSED(setsockopt(ends[0], 0 /* SOL_IP */, 1, &one, sizeof one));
    int bytes = 65536;
    if (setsockopt(ends[0], SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes) != 0) BREACH("an ordinary option is refused");
  }
  return HELD;
}
