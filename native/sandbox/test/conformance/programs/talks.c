// Parts that talk to another run.
#include "actor.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ask TIMES: sends a line, demands it back; 0 when it always came.
int act_ask(int argc, char** argv) {
  char line[32], back[32];
  for (int i = 0; i < (argc > 1 ? atoi(argv[1]) : 1); i++) {
    SAY("%d\n", i);
    snprintf(line, sizeof line, "%d\n", i);
    if (fgets(back, sizeof back, stdin) == NULL || strcmp(line, back) != 0) return 1;
  }
  return 0;
}

// answer MILLISECONDS: sends back every line, each after that long; 42 at the end of input.
int act_answer(int argc, char** argv) {
  char line[32];
  while (fgets(line, sizeof line, stdin) != NULL) {
    if (argc > 1) act_sleep(argc, argv);
    SAY("%s", line);
  }
  return 42;
}

// Reads its input with nothing between; 3 at its end.
int act_listen(int argc, char** argv) {
  (void)argc, (void)argv;
  char byte;
  while (read(0, &byte, 1) > 0) {
  }
  return 3;
}
