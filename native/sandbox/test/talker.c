// One side of a conversation: its arguments say what to do, one after the other. Without libc's buffering.
//   say:TEXT    writes TEXT and a newline          say-half:TEXT  without the newline
//   hear        reads one line; exits with 40 at the end of input
//   heard:TEXT  like hear; exits with 41 when it was another line
//   echo:N      N times: reads a line and writes it back
//   count:N     N times: writes a line of a number, reads one, demands that it is the same
//   drain       reads to the end of input
//   flood:N     writes N bytes, until it fails    sleep:MS   spin
//   write:N     writes N bytes one by one
//   close-out   close-in   orphan:MS (a child that keeps everything open)   stop-pipe (ignores SIGPIPE)
//   reopen      opens /dev/stdin and /dev/stdout by name and goes on with these
//   wait-end    polls its output until the reader is gone
//   crash       exit:N
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void put(const char* text, size_t size) {
  while (size > 0) {
    ssize_t n = write(1, text, size);
    if (n < 0) _exit(45);
    text += n;
    size -= (size_t)n;
  }
}

/** 0 at the end of input. */
static int get(char* line, size_t room) {
  size_t n = 0;
  while (n + 1 < room) {
    if (read(0, line + n, 1) != 1) return 0;
    if (line[n] == '\n') break;
    n++;
  }
  line[n] = '\0';
  return 1;
}

static void nap(long ms) {
  struct timespec t = {ms / 1000, ms % 1000 * 1000000};
  nanosleep(&t, NULL);
}

static void count(long n) {
  char line[64], answer[64];
  for (long i = 0; i < n; i++) {
    snprintf(line, sizeof line, "%ld\n", i);
    put(line, strlen(line));
    if (!get(answer, sizeof answer)) _exit(40);
    if (atol(answer) != i) _exit(41);
  }
}

static void echo(long n) {
  char line[64];
  for (long i = 0; i < n; i++) {
    if (!get(line, sizeof line)) _exit(40);
    strcat(line, "\n");
    put(line, strlen(line));
  }
}

static void flood(long n) {
  static char chunk[65536];
  memset(chunk, 'x', sizeof chunk);
  for (; n > 0; n -= (long)sizeof chunk) put(chunk, n < (long)sizeof chunk ? (size_t)n : sizeof chunk);
}

static void drain(void) {
  static char chunk[65536];
  while (read(0, chunk, sizeof chunk) > 0) {
  }
}

int main(int argc, char** argv) {
  char line[256];
  for (int i = 1; i < argc; i++) {
    char *word = argv[i], *value = strchr(word, ':');
    if (value != NULL) *value++ = '\0';
    long n = value != NULL ? atol(value) : 0;
    if (!strcmp(word, "say")) {
      snprintf(line, sizeof line, "%s\n", value);
      put(line, strlen(line));
    } else if (!strcmp(word, "say-half")) {
      put(value, strlen(value));
    } else if (!strcmp(word, "hear") || !strcmp(word, "heard")) {
      if (!get(line, sizeof line)) return 40;
      if (word[4] == 'd' && strcmp(line, value) != 0) return 41;
    } else if (!strcmp(word, "echo")) {
      echo(n);
    } else if (!strcmp(word, "count")) {
      count(n);
    } else if (!strcmp(word, "drain")) {
      drain();
    } else if (!strcmp(word, "flood")) {
      flood(n);
    } else if (!strcmp(word, "write")) {
      while (n-- > 0) put("y", 1);
    } else if (!strcmp(word, "sleep")) {
      nap(n);
    } else if (!strcmp(word, "spin")) {
      for (;;) __asm__ volatile("");
    } else if (!strcmp(word, "close-out")) {
      close(1);
    } else if (!strcmp(word, "close-in")) {
      close(0);
    } else if (!strcmp(word, "orphan")) {
      if (fork() == 0) {
        nap(n);
        _exit(0);
      }
    } else if (!strcmp(word, "stop-pipe")) {
      signal(SIGPIPE, SIG_IGN);
    } else if (!strcmp(word, "reopen")) {
      int in = open("/dev/stdin", O_RDONLY), out = open("/dev/stdout", O_WRONLY);
      if (in < 0 || out < 0) return 44;
      dup2(in, 0);
      dup2(out, 1);
      close(in);
      close(out);
    } else if (!strcmp(word, "wait-end")) {
      struct pollfd out = {1, 0, 0};
      poll(&out, 1, -1);
    } else if (!strcmp(word, "crash")) {
      raise(SIGSEGV);
    } else if (!strcmp(word, "exit")) {
      return (int)n;
    } else {
      return 46;
    }
  }
  return 0;
}
