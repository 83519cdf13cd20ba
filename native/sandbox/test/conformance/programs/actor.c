// One program with many parts, so that a single static binary travels into every machine the sandbox is tested on.
#include "actor.h"

#include <string.h>

static const struct {
  const char* name;
  int (*act)(int argc, char** argv);
} parts[] = {
    {"exit", act_exit},
    {"raise", act_raise},
    {"burn", act_burn},
    {"burn-threads", act_burn_threads},
    {"burn-children", act_burn_children},
    {"sleep", act_sleep},
    {"touch-memory", act_touch_memory},
    {"page-tables", act_page_tables},
    {"touch-memory-in-child", act_touch_memory_in_child},
    {"print", act_print},
    {"print-stubbornly", act_print_stubbornly},
    {"echo", act_echo},
    {"both", act_both},
    {"fork-bomb", act_fork_bomb},
    {"thread-bomb", act_thread_bomb},
    {"big-file", act_big_file},
    {"box-room", act_box_room},
    {"copy", act_copy},
    {"read-for-ever", act_read_for_ever},
    {"sleep-in-vfork", act_sleep_in_vfork},
    {"burn-and-sleep", act_burn_and_sleep},
    {"policy", act_policy},
    {"ask", act_ask},
    {"answer", act_answer},
    {"listen", act_listen},
    {"daemon", act_daemon},
    {"plant", act_plant},
    {"find", act_find},
    {"advance", act_advance},
    {"counters", act_counters},
    {"status", act_status},
    {"network", act_network},
    {"write-outside", act_write_outside},
    {"forbidden", act_forbidden},
    {"processes", act_processes},
    {"descriptors", act_descriptors},
    {"memory", act_memory},
    {"restless-threads", act_restless_threads},
};

int main(int argc, char** argv) {
  for (unsigned i = 0; argc > 1 && i < sizeof parts / sizeof parts[0]; i++) {
    if (strcmp(argv[1], parts[i].name) == 0) return parts[i].act(argc - 1, argv + 1);
  }
  fprintf(stderr, "actor: no such part\n");
  return 99;
}
