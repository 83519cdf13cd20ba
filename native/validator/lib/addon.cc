// The comparison inside Node: compare(outputPath, answerPath, flags) → promise, made on a worker
// thread; checkFlags(flags) → null or the reason. src/index.ts gives both their types.
#include <array>
#include <cerrno>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <memory>
#include <node_api.h>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include "compare.h"

namespace {

// Raised when a Node-API call fails; an exception may then be pending in JavaScript already.
struct ApiFailure {};

void check(napi_status status) {
  if (status != napi_ok) throw ApiFailure{};
}

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  int get() const { return fd_; }

 private:
  int fd_;
};

// A regular file only: a pipe would hold the thread for ever. Returns errno, or 0.
int check_regular(const Descriptor& file) {
  if (file.get() < 0) return errno;
  struct stat info;
  if (fstat(file.get(), &info) != 0) return errno;
  if (S_ISDIR(info.st_mode)) return EISDIR;
  return S_ISREG(info.st_mode) ? 0 : EINVAL;
}

std::string string_of(napi_env env, napi_value value) {
  std::size_t length = 0;
  check(napi_get_value_string_utf8(env, value, nullptr, 0, &length));
  std::string text(length, '\0');
  check(napi_get_value_string_utf8(env, value, text.data(), length + 1, &length));
  // A path would end at it, and name another file.
  if (text.find('\0') != std::string::npos) throw std::invalid_argument("a path or argument contains a zero byte");
  return text;
}

std::vector<std::string> strings_of(napi_env env, napi_value array) {
  std::uint32_t length = 0;
  check(napi_get_array_length(env, array, &length));
  std::vector<std::string> strings;
  for (std::uint32_t index = 0; index < length; index++) {
    napi_value element;
    check(napi_get_element(env, array, index, &element));
    strings.push_back(string_of(env, element));
  }
  return strings;
}

std::variant<sandglass::Flags, sandglass::FlagError> flags_of(napi_env env, napi_value array) {
  const std::vector<std::string> arguments = strings_of(env, array);
  return sandglass::parse_flags({arguments.begin(), arguments.end()});
}

napi_value text(napi_env env, std::string_view value) {
  napi_value result;
  check(napi_create_string_utf8(env, value.data(), value.size(), &result));
  return result;
}

napi_value number(napi_env env, double value) {
  napi_value result;
  check(napi_create_double(env, value, &result));
  return result;
}

void set(napi_env env, napi_value object, const char* key, napi_value value) {
  check(napi_set_named_property(env, object, key, value));
}

struct Job {
  std::string output_path;
  std::string answer_path;
  sandglass::Flags flags;
  sandglass::Verdict verdict;
  // Something other than reading failed (no memory).
  bool failed = false;
  napi_deferred deferred = nullptr;
  napi_async_work work = nullptr;
};

void execute(napi_env, void* data) {
  Job& job = *static_cast<Job*>(data);
  try {
    constexpr int kMode = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
    const Descriptor output(open(job.output_path.c_str(), kMode));
    if ((job.verdict.output_error = check_regular(output)) != 0) return;
    const Descriptor answer(open(job.answer_path.c_str(), kMode));
    if ((job.verdict.answer_error = check_regular(answer)) != 0) return;
    job.verdict = sandglass::compare(output.get(), answer.get(), job.flags);
  } catch (const std::exception&) {
    job.failed = true;
  }
}

napi_value to_result(napi_env env, const sandglass::Verdict& verdict) {
  napi_value result, accepted;
  check(napi_create_object(env, &result));
  check(napi_get_boolean(env, verdict.accepted, &accepted));
  set(env, result, "accepted", accepted);
  set(env, result, "message", text(env, verdict.message));
  if (verdict.place.has_value()) {
    napi_value position;
    check(napi_create_object(env, &position));
    set(env, position, "line", number(env, static_cast<double>(verdict.place->line)));
    set(env, position, "column", number(env, static_cast<double>(verdict.place->column)));
    set(env, position, "offset", number(env, static_cast<double>(verdict.place->offset)));
    set(env, position, "token", number(env, static_cast<double>(verdict.place->token)));
    set(env, result, "position", position);
  }
  return result;
}

napi_value to_error(napi_env env, std::string_view code, std::string_view message) {
  napi_value error;
  check(napi_create_error(env, text(env, code), text(env, message), &error));
  return error;
}

void settle(napi_env env, const Job& job) {
  const sandglass::Verdict& verdict = job.verdict;
  if (job.failed) {
    check(napi_reject_deferred(env, job.deferred, to_error(env, "comparison-failed", "not enough memory")));
  } else if (verdict.output_error != 0) {
    check(napi_reject_deferred(env, job.deferred,
                               to_error(env, "output-unreadable", std::strerror(verdict.output_error))));
  } else if (verdict.answer_error != 0) {
    check(napi_reject_deferred(env, job.deferred,
                               to_error(env, "answer-unreadable", std::strerror(verdict.answer_error))));
  } else {
    check(napi_resolve_deferred(env, job.deferred, to_result(env, verdict)));
  }
}

void complete(napi_env env, napi_status, void* data) {
  const std::unique_ptr<Job> job(static_cast<Job*>(data));
  napi_delete_async_work(env, job->work);
  try {
    settle(env, *job);
  } catch (const ApiFailure&) {
    // The environment is being torn down: there is nobody left to tell.
  }
}

template <std::size_t count>
std::array<napi_value, count> arguments_of(napi_env env, napi_callback_info info) {
  std::array<napi_value, count> arguments{};
  std::size_t given = count;
  check(napi_get_cb_info(env, info, &given, arguments.data(), nullptr, nullptr));
  return arguments;
}

// Runs a callback; a failed Node-API call leaves a JavaScript exception behind, if need be ours.
template <typename Body>
napi_value guarded(napi_env env, Body body) {
  try {
    return body();
  } catch (const ApiFailure&) {
    bool pending = false;
    if (napi_is_exception_pending(env, &pending) == napi_ok && !pending) {
      napi_throw_type_error(env, nullptr, "compare(outputPath, answerPath, flags) takes two strings and a list of strings");
    }
  } catch (const std::exception& error) {
    napi_throw_error(env, nullptr, error.what());
  }
  return nullptr;
}

napi_value start_compare(napi_env env, napi_callback_info info) {
  return guarded(env, [&]() -> napi_value {
    const auto arguments = arguments_of<3>(env, info);
    auto job = std::make_unique<Job>();
    job->output_path = string_of(env, arguments[0]);
    job->answer_path = string_of(env, arguments[1]);
    napi_value promise;
    check(napi_create_promise(env, &job->deferred, &promise));
    const auto parsed = flags_of(env, arguments[2]);
    if (const auto* error = std::get_if<sandglass::FlagError>(&parsed)) {
      check(napi_reject_deferred(env, job->deferred, to_error(env, "flags", error->reason)));
      return promise;
    }
    job->flags = std::get<sandglass::Flags>(parsed);
    check(napi_create_async_work(env, nullptr, text(env, "sandglass:compare"), execute, complete, job.get(), &job->work));
    check(napi_queue_async_work(env, job->work));
    // complete() owns it from here on.
    static_cast<void>(job.release());
    return promise;
  });
}

napi_value check_flags(napi_env env, napi_callback_info info) {
  return guarded(env, [&]() -> napi_value {
    const auto parsed = flags_of(env, arguments_of<1>(env, info)[0]);
    if (const auto* error = std::get_if<sandglass::FlagError>(&parsed)) return text(env, error->reason);
    napi_value nothing;
    check(napi_get_null(env, &nothing));
    return nothing;
  });
}

void add_function(napi_env env, napi_value exports, const char* name, napi_callback callback) {
  napi_value function;
  check(napi_create_function(env, name, NAPI_AUTO_LENGTH, callback, nullptr, &function));
  set(env, exports, name, function);
}

}  // namespace

NAPI_MODULE_INIT() {
  return guarded(env, [&]() -> napi_value {
    add_function(env, exports, "compare", start_compare);
    add_function(env, exports, "checkFlags", check_flags);
    return exports;
  });
}
