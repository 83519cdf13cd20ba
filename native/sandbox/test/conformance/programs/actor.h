// What the sub-commands share. Each returns the exit status of the program.
#pragma once

#include <stdio.h>

#define SAY(...) (printf(__VA_ARGS__), fflush(stdout))

// limits.c
int act_exit(int argc, char** argv);
int act_raise(int argc, char** argv);
int act_burn(int argc, char** argv);
int act_burn_threads(int argc, char** argv);
int act_burn_children(int argc, char** argv);
int act_sleep(int argc, char** argv);
int act_touch_memory(int argc, char** argv);
int act_page_tables(int argc, char** argv);
int act_touch_memory_in_child(int argc, char** argv);
int act_print(int argc, char** argv);
int act_print_stubbornly(int argc, char** argv);
int act_echo(int argc, char** argv);
int act_both(int argc, char** argv);
int act_fork_bomb(int argc, char** argv);
int act_thread_bomb(int argc, char** argv);
int act_big_file(int argc, char** argv);
int act_box_room(int argc, char** argv);
int act_copy(int argc, char** argv);

// waits.c
int act_read_for_ever(int argc, char** argv);
int act_sleep_in_vfork(int argc, char** argv);
int act_burn_and_sleep(int argc, char** argv);
int act_policy(int argc, char** argv);

// talks.c
int act_ask(int argc, char** argv);
int act_answer(int argc, char** argv);
int act_listen(int argc, char** argv);

// leftovers.c
int act_daemon(int argc, char** argv);
int act_plant(int argc, char** argv);
int act_find(int argc, char** argv);
int act_advance(int argc, char** argv);
int act_counters(int argc, char** argv);

// confinement.c
int act_status(int argc, char** argv);
int act_network(int argc, char** argv);
int act_write_outside(int argc, char** argv);
int act_forbidden(int argc, char** argv);
int act_processes(int argc, char** argv);
int act_descriptors(int argc, char** argv);
int act_memory(int argc, char** argv);
int act_restless_threads(int argc, char** argv);
