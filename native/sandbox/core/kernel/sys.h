// The kernel's door: raw system calls, owned file descriptors, and one kind of failure.
//
// Guarantees:
//  - the functions in `sys` never touch errno or any other thread-local: they return the kernel's value, −errno on
//    failure. Code that runs in a process that shares memory with its parent (the child before execve, the init of a
//    PID namespace) may call nothing else.
//  - an `Fd` closes what it owns exactly once.
#pragma once
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <utility>

// Built with a sanitizer (check/Makefile), whose reports go to descriptor 2.
#if defined(__SANITIZE_ADDRESS__)
#define SANDGLASS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANDGLASS_SANITIZED 1
#endif
#endif

#ifndef SYS_mount_setattr
#define SYS_mount_setattr 442
#endif

namespace sandglass {

using u8 = std::uint8_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i32 = std::int32_t;
using i64 = std::int64_t;

namespace sys {

inline long call6(long n, long a, long b, long c, long d, long e, long f) {
#if defined(__x86_64__)
  long result;
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(n), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
#elif defined(__aarch64__)
  register long x8 __asm__("x8") = n;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  register long x4 __asm__("x4") = e;
  register long x5 __asm__("x5") = f;
  __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
  return x0;
#else
#error "Sandglass runs on x86_64 and aarch64"
#endif
}

template <typename T>
inline long word(T value) {
  if constexpr (std::is_pointer_v<T>) {
    return reinterpret_cast<long>(value);
  } else if constexpr (std::is_same_v<T, std::nullptr_t>) {
    return 0;
  } else {
    return static_cast<long>(value);
  }
}

/** One raw system call; −errno on failure. */
template <typename... Args>
inline long call(long number, Args... args) {
  long words[6] = {0, 0, 0, 0, 0, 0};
  std::size_t i = 0;
  ((words[i++] = word(args)), ...);
  return call6(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}

}  // namespace sys

/** A set-up step that the kernel refused. Reported to the caller, never turned into a verdict. */
struct Failure {
  /** `step` is copied (its beginning): often it is the name of a file, in a string that the throwing destroys. */
  Failure(const char* text, int number) : error(number) { std::strncpy(step, text, sizeof step - 1); }
  char step[60] = {};
  int error;
};

/** Throws Failure when `result` is a raw −errno. */
inline long must(const char* step, long result) {
  if (result < 0) throw Failure{step, static_cast<int>(-result)};
  return result;
}

/** An owned file descriptor. */
class Fd {
 public:
  Fd() = default;
  explicit Fd(long fd) : fd_(fd < 0 ? -1 : static_cast<int>(fd)) {}
  Fd(const Fd&) = delete;
  Fd& operator=(const Fd&) = delete;
  Fd(Fd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Fd& operator=(Fd&& other) noexcept {
    if (this != &other) {
      reset();
      fd_ = std::exchange(other.fd_, -1);
    }
    return *this;
  }
  ~Fd() { reset(); }

  [[nodiscard]] int get() const { return fd_; }
  [[nodiscard]] bool valid() const { return fd_ >= 0; }
  int release() { return std::exchange(fd_, -1); }
  void reset() {
    if (fd_ >= 0) sys::call(SYS_close, std::exchange(fd_, -1));
  }

 private:
  int fd_ = -1;
};

/** CLOCK_MONOTONIC in nanoseconds (vDSO; touches no thread-local). */
inline u64 monotonic_ns() {
  timespec t{};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<u64>(t.tv_sec) * 1'000'000'000ULL + static_cast<u64>(t.tv_nsec);
}

/** The decimal number at the start of `text`; 0 when there is none. */
inline u64 parse_u64(const char* text) {
  u64 value = 0;
  while (*text >= '0' && *text <= '9') value = value * 10 + static_cast<u64>(*text++ - '0');
  return value;
}

/** Reads a small kernel file from its start through an fd kept open; returns its length, the buffer is terminated. */
inline long read_at_start(int fd, char* buffer, std::size_t size) {
  const long n = sys::call(SYS_pread64, fd, buffer, size - 1, 0);
  buffer[n < 0 ? 0 : n] = '\0';
  return n;
}

inline u64 read_number(int fd) {
  char buffer[64];
  return read_at_start(fd, buffer, sizeof buffer) < 0 ? 0 : parse_u64(buffer);
}

/** The number behind `key` in a "key value" file such as memory.events. */
inline u64 keyed_number(const char* text, const char* key) {
  const std::size_t length = std::strlen(key);
  for (const char* line = text; line != nullptr && *line != '\0';) {
    if (std::strncmp(line, key, length) == 0 && line[length] == ' ') return parse_u64(line + length + 1);
    line = std::strchr(line, '\n');
    if (line != nullptr) ++line;
  }
  return 0;
}

/** Writes a small kernel file through an fd kept open; −errno on failure. */
inline long write_text(int fd, const char* text) { return sys::call(SYS_pwrite64, fd, text, std::strlen(text), 0); }

inline long write_number(int fd, u64 value) {
  char buffer[24];
  char* end = buffer + sizeof buffer;
  char* p = end;
  do {
    *--p = static_cast<char>('0' + value % 10);
    value /= 10;
  } while (value != 0);
  return sys::call(SYS_pwrite64, fd, p, static_cast<std::size_t>(end - p), 0);
}

}  // namespace sandglass
