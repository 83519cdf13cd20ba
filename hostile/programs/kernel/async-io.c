// Attacks: what all slots share of the kernel's own asynchronous input and output: its sum of requests (fs.aio-max-nr).
#include "../hostile.h"
int main(void) {
  unsigned long context = 0;
  for (int requests = 1; requests <= 65536; requests *= 2) REFUSED(syscall(SYS_io_setup, requests, &context));
  return HELD;
}
