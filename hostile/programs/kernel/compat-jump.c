// Attacks: the filter of system calls, by making itself a 32-bit program with a far jump and calling the kernel from there.
#include "../hostile.h"
int main(void) {
#ifdef __x86_64__
  // mov $20,%eax; int $0x80; hlt: getpid of the 32-bit table.
  const unsigned char code[] = {0xb8, 20, 0, 0, 0, 0xcd, 0x80, 0xf4};
  char *low = mmap((void *)0x10000000, 8192, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  memcpy(low, code, sizeof code);
  struct {
    uint32_t offset;
    uint16_t segment;
  } __attribute__((packed)) target = {0x10000000, 0x23};
  __asm__ volatile("mov %0, %%rsp\n\tljmp *%1" : : "r"(low + 8000), "m"(target) : "memory");
#else
  raise(SIGSYS);
#endif
  BREACH("came back");
  return HELD;
}
