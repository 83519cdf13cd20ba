/**
 * The comparison inside Node: compare(outputPath, answerPath, flags) → promise, made on a worker thread;
 * checkFlags(flags) → null or the reason. src/index.ts gives both their types.
 */
#include <fcntl.h>
#include <napi.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "compare.h"

namespace {

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

/** A regular file only: a pipe would hold the thread for ever. Returns errno, or 0. */
int check_regular(const Descriptor& file) {
  if (file.get() < 0) return errno;
  struct stat info;
  if (fstat(file.get(), &info) != 0) return errno;
  if (S_ISDIR(info.st_mode)) return EISDIR;
  return S_ISREG(info.st_mode) ? 0 : EINVAL;
}

Napi::TypeError wrong_type(Napi::Env env) {
  return Napi::TypeError::New(env, "compare(outputPath, answerPath, flags) takes two strings and a list of strings");
}

std::string string_of(Napi::Value value) {
  if (!value.IsString()) throw wrong_type(value.Env());
  std::string text = value.As<Napi::String>();
  // A path would end at it, and name another file.
  if (text.find('\0') != std::string::npos) throw std::invalid_argument("a path or argument contains a zero byte");
  return text;
}

std::variant<sandglass::Flags, sandglass::FlagError> flags_of(Napi::Value value) {
  if (!value.IsArray()) throw wrong_type(value.Env());
  const auto list = value.As<Napi::Array>();
  std::vector<std::string> arguments;
  for (std::uint32_t i = 0; i < list.Length(); i++) arguments.push_back(string_of(list.Get(i)));
  return sandglass::parse_flags({arguments.begin(), arguments.end()});
}

Napi::Error coded_error(Napi::Env env, const char* code, const std::string& message) {
  const Napi::Error error = Napi::Error::New(env, message);
  error.Value().Set("code", code);
  return error;
}

Napi::Object to_object(Napi::Env env, const sandglass::Verdict& verdict) {
  auto result = Napi::Object::New(env);
  result.Set("accepted", verdict.accepted);
  result.Set("message", verdict.message);
  if (verdict.place.has_value()) {
    auto position = Napi::Object::New(env);
    position.Set("line", static_cast<double>(verdict.place->line));
    position.Set("column", static_cast<double>(verdict.place->column));
    position.Set("offset", static_cast<double>(verdict.place->offset));
    position.Set("token", static_cast<double>(verdict.place->token));
    result.Set("position", position);
  }
  return result;
}

class Comparison : public Napi::AsyncWorker {
 public:
  Comparison(Napi::Promise::Deferred deferred, std::string output_path, std::string answer_path, sandglass::Flags flags)
      : AsyncWorker(deferred.Env(), "sandglass:compare"),
        deferred_(deferred),
        output_path_(std::move(output_path)),
        answer_path_(std::move(answer_path)),
        flags_(flags) {}

 protected:
  void Execute() override {
    constexpr int mode = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
    const Descriptor output(open(output_path_.c_str(), mode));
    if ((verdict_.output_error = check_regular(output)) != 0) return;
    const Descriptor answer(open(answer_path_.c_str(), mode));
    if ((verdict_.answer_error = check_regular(answer)) != 0) return;
    verdict_ = sandglass::compare(output.get(), answer.get(), flags_);
  }

  void OnOK() override {
    if (verdict_.output_error != 0) {
      reject("output-unreadable", std::strerror(verdict_.output_error));
    } else if (verdict_.answer_error != 0) {
      reject("answer-unreadable", std::strerror(verdict_.answer_error));
    } else {
      deferred_.Resolve(to_object(Env(), verdict_));
    }
  }

  /** Something other than reading failed. */
  void OnError(const Napi::Error&) override { reject("comparison-failed", "not enough memory"); }

 private:
  void reject(const char* code, const std::string& message) {
    deferred_.Reject(coded_error(Env(), code, message).Value());
  }

  const Napi::Promise::Deferred deferred_;
  const std::string output_path_;
  const std::string answer_path_;
  const sandglass::Flags flags_;
  sandglass::Verdict verdict_;
};

Napi::Value compare(const Napi::CallbackInfo& info) {
  std::string output_path = string_of(info[0]);
  std::string answer_path = string_of(info[1]);
  const auto parsed = flags_of(info[2]);
  const auto deferred = Napi::Promise::Deferred::New(info.Env());
  if (const auto* error = std::get_if<sandglass::FlagError>(&parsed)) {
    deferred.Reject(coded_error(info.Env(), "flags", error->reason).Value());
  } else {
    // Deletes itself when it is done.
    (new Comparison(deferred, std::move(output_path), std::move(answer_path), std::get<sandglass::Flags>(parsed)))
        ->Queue();
  }
  return deferred.Promise();
}

Napi::Value check_flags(const Napi::CallbackInfo& info) {
  const auto parsed = flags_of(info[0]);
  const auto* error = std::get_if<sandglass::FlagError>(&parsed);
  return error == nullptr ? info.Env().Null() : Napi::String::New(info.Env(), error->reason);
}

Napi::Object init(Napi::Env env, Napi::Object exports) {
  exports.Set("compare", Napi::Function::New<compare>(env, "compare"));
  exports.Set("checkFlags", Napi::Function::New<check_flags>(env, "checkFlags"));
  return exports;
}

}  // namespace

NODE_API_MODULE(validator, init)
