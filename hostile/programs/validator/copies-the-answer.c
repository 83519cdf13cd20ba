// Attacks: the next team's honesty: a validator leaves the answer in places where a later program could find it.
#include "../hostile.h"
#include <sys/shm.h>
int main(int argc, char **argv) {
  char text[4096];
  int answer = open(argc > 2 ? argv[2] : "", O_RDONLY);
  ssize_t size = read(answer, text, sizeof text);
  const char *places[] = {"/box/answer", "/tmp/answer", "/dev/shm/answer"};
  for (int i = 0; i < 3; i++) write_all(open(places[i], O_CREAT | O_WRONLY, 0666), text, (size_t)(size < 0 ? 0 : size));
  char *shared = shmat(shmget(42, 4096, IPC_CREAT | 0666), NULL, 0);
  if (shared != (void *)-1 && size > 0) memcpy(shared, text, (size_t)size);
  return 42;
}
