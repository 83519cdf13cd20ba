#include "kernel/clock.h"

#include <sys/timerfd.h>

namespace sandglass {

Timer::Timer() : fd_(must("timerfd", sys::call(SYS_timerfd_create, CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK))) {}

void Timer::set(u64 instant_ns) {
  instant_ = instant_ns;
  itimerspec when{};
  when.it_value.tv_sec = static_cast<time_t>(instant_ns / 1'000'000'000);
  when.it_value.tv_nsec = static_cast<long>(instant_ns % 1'000'000'000);
  sys::call(SYS_timerfd_settime, fd_.get(), TFD_TIMER_ABSTIME, &when, nullptr);
}

void Timer::acknowledge() {
  u64 expirations = 0;
  sys::call(SYS_read, fd_.get(), &expirations, sizeof expirations);
}

}  // namespace sandglass
