// Attacks: the death of its threads: lists of held locks that lead in circles, into files without content and into the kernel.
#include "../hostile.h"
#include <linux/futex.h>
static struct robust_list_head heads[30];
static void *die(void *unused) {
  (void)unused;
  static int next;
  int mine = __atomic_fetch_add(&next, 1, __ATOMIC_SEQ_CST);
  struct robust_list_head *head = &heads[mine];
  static char *hole;
  if (hole == NULL) hole = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED, open("/box", O_TMPFILE | O_RDWR, 0600), 0);
  switch (mine % 3) {
    case 0: head->list.next = (struct robust_list *)&heads[(mine + 1) % 30].list_op_pending; break;
    case 1: head->list.next = (struct robust_list *)hole; break;
    default: head->list.next = (struct robust_list *)0xffffffff81000000; break;
  }
  head->list_op_pending = head->list.next;
  head->futex_offset = mine % 2 == 0 ? 8 : -4096;
  syscall(SYS_set_robust_list, head, sizeof *head);
  if (mine % 5 == 0) while (1) pause();
  return NULL;
}
int main(void) {
  for (int i = 0; i < 30; i++) {
    heads[i].list_op_pending = (struct robust_list *)&heads[(i + 7) % 30].list_op_pending;
    pthread_t thread;
    pthread_create(&thread, NULL, die, NULL);
  }
  usleep(20000);
  syscall(SYS_exit_group, 0);
}
