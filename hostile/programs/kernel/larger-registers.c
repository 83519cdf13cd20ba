// Attacks: kernel memory that nobody is charged for, by larger sets of registers (AMX), shadow stacks and faults of its own instructions.
#include "../hostile.h"
int main(void) {
#ifdef __x86_64__
  static long room[64];
  // ARCH_REQ_XCOMP_PERM, ARCH_REQ_XCOMP_GUEST_PERM, ARCH_SET_CPUID, ARCH_MAP_VDSO_*, ARCH_SHSTK_*, ARCH_ENABLE_TAGGED_ADDR.
  const long closed[] = {0x1023, 0x1025, 0x1012, 0x2001, 0x2002, 0x2003, 0x5001, 0x5002, 0x5003, 0x5004, 0x4002};
  for (unsigned i = 0; i < sizeof closed / sizeof *closed; i++) REFUSED(syscall(SYS_arch_prctl, closed[i], 18L));
  REFUSED(syscall(SYS_modify_ldt, 1, room, 16L));
#endif
  REFUSED(syscall(453 /* map_shadow_stack */, 0L, 4096L, 0L));
  return HELD;
}
