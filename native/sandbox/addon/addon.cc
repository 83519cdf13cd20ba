// The addon: starts the broker, and has its sockets as channels on Node's own event loop.
#include <fcntl.h>
#include <napi.h>
#include <unistd.h>

#include "channel.h"
#include "descriptors.h"

namespace sandglass_addon {
namespace {

/** startBroker(executable) → descriptor, or −errno */
Napi::Value start_broker_js(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), start_broker(info[0].As<Napi::String>()));
}

/** makePipe() → [its end to read, its end to write], or an empty array when the kernel refuses */
Napi::Value make_pipe(const Napi::CallbackInfo& info) {
  auto pair = Napi::Array::New(info.Env());
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return pair;
  for (std::uint32_t i = 0; i < 2; ++i) pair.Set(i, Napi::Number::New(info.Env(), ends[i]));
  return pair;
}

}  // namespace
}  // namespace sandglass_addon

static Napi::Object init(Napi::Env env, Napi::Object exports) {
  using namespace sandglass_addon;
  exports.Set("startBroker", Napi::Function::New<start_broker_js>(env, "startBroker"));
  exports.Set("makePipe", Napi::Function::New<make_pipe>(env, "makePipe"));
  exports.Set("Channel", Channel::define(env));
  return exports;
}

NODE_API_MODULE(sandbox, init)
