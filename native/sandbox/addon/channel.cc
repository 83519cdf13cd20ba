#include "channel.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "descriptors.h"

namespace sandglass_addon {
namespace {

constexpr std::size_t largest_inline = 48 * 1024;

uv_handle_opaque* as_handle(uv_poll_opaque* poll) { return reinterpret_cast<uv_handle_opaque*>(poll); }

/** The bytes as a message of their own, or in a memory file when they are too many; 0 or −errno. */
int send_bytes(int socket, const void* bytes, std::size_t size, const Descriptors& fds) {
  if (size <= largest_inline) return send_message(socket, bytes, size, fds.all());
  Descriptors body;
  const int memory = memory_file(bytes, size);
  if (memory < 0) return memory;
  body.add(memory);
  std::vector<int> all{memory};
  all.insert(all.end(), fds.all().begin(), fds.all().end());
  // No kind, and the request's number, should the file not be accepted.
  std::uint32_t marker[2] = {0, 0};
  std::memcpy(&marker[1], static_cast<const char*>(bytes) + sizeof marker[0], sizeof marker[1]);
  return send_message(socket, marker, sizeof marker, all);
}

}  // namespace

Napi::Function Channel::define(Napi::Env env) {
  return DefineClass(env, "Channel",
                     {InstanceMethod<&Channel::send>("send", napi_default_method),
                      InstanceMethod<&Channel::keep_alive>("keepAlive", napi_default_method),
                      InstanceMethod<&Channel::close>("close", napi_default_method)});
}

Channel::Channel(const Napi::CallbackInfo& info)
    : ObjectWrap(info),
      fd_(info[0].As<Napi::Number>().Int32Value()),
      on_message_(Napi::Persistent(info[2].As<Napi::Function>())),
      into_(Napi::Persistent(info[1].As<Napi::Uint8Array>())),
      bytes_(into_.Value().Data()),
      capacity_(into_.Value().ByteLength()),
      context_(info.Env(), "sandglass:channel") {
  if (!info[2].IsFunction()) throw Napi::TypeError::New(info.Env(), "The third argument must be a function.");
  uv_loop_s* loop = nullptr;
  napi_get_uv_event_loop(info.Env(), &loop);
  auto* poll = static_cast<uv_poll_opaque*>(std::calloc(1, uv_handle_size(uv_handle_type_poll)));
  if (const int error = poll == nullptr ? -ENOMEM : uv_poll_init(loop, poll, fd_); error != 0) {
    std::free(poll);
    throw Napi::Error::New(info.Env(),
                           std::string("The event loop cannot listen to the descriptor: ") + std::strerror(-error));
  }
  // The broker's socket is inherited, and is nothing for the programs that this process starts.
  fcntl(fd_, F_SETFD, FD_CLOEXEC);
  poll_ = poll;
  uv_handle_set_data(as_handle(poll_), this);
  uv_poll_start(poll_, uv_event_readable | uv_event_disconnect, on_event);
  uv_unref(as_handle(poll_));
  Ref();
}

Channel::~Channel() { release(); }

void Channel::release() {
  if (!is_open()) return;
  uv_poll_stop(poll_);
  ::close(fd_);
  // No function of ours: where a worker thread ends, the addon is unloaded before its event loop calls back.
  uv_close(as_handle(poll_), std::free);
  poll_ = nullptr;
}

void Channel::close(const Napi::CallbackInfo&) {
  if (!is_open()) return;
  release();
  Unref();
}

void Channel::keep_alive(const Napi::CallbackInfo& info) {
  if (!is_open()) return;
  if (info[0].ToBoolean()) {
    uv_ref(as_handle(poll_));
  } else {
    uv_unref(as_handle(poll_));
  }
}

Napi::Value Channel::send(const Napi::CallbackInfo& info) {
  const auto answer = [&](std::int64_t n) { return Napi::Number::New(info.Env(), static_cast<double>(n)); };
  if (!is_open()) return answer(-EPIPE);
  const auto bytes = info[0].As<Napi::Uint8Array>();
  const auto size = info[1].As<Napi::Number>().Uint32Value();
  if (size > bytes.ByteLength()) throw Napi::RangeError::New(info.Env(), "There are fewer bytes than are to be sent.");
  const auto paths = info[2].As<Napi::Array>();
  const auto kinds = info[3].As<Napi::Array>();
  Descriptors fds;
  for (std::uint32_t i = 0, count = paths.Length(); i < count; ++i) {
    const std::string path = paths.Get(i).As<Napi::String>();
    const auto kind = static_cast<OpenKind>(kinds.Get(i).As<Napi::Number>().Uint32Value());
    const int fd = open_path(path, kind);
    if (fd < 0) return answer(static_cast<std::int64_t>(i) * 4096 - fd);
    fds.add(fd);
  }
  return answer(send_bytes(fd_, bytes.Data(), size, fds));
}

void Channel::on_event(uv_poll_opaque* poll, int status, int) {
  auto* channel = static_cast<Channel*>(uv_handle_get_data(as_handle(poll)));
  const Napi::HandleScope scope(channel->Env());
  channel->receive(status < 0);
}

/**
 * One message an event, so that other handles have their turn. But when the peer has died with a message of ours unread,
 * the socket is in error: libuv then stops watching and reports it once. What is still in the queue, an answer perhaps,
 * is read to its end at that moment (`last`) or never.
 */
void Channel::receive(bool last) {
  bool reset = false;
  while (is_open()) {
    std::vector<int> fds;
    long n = receive_message(fd_, bytes_, capacity_, fds);
    if (n == -EINTR) continue;
    // The error comes before what was sent earlier, and only once.
    if (n == -ECONNRESET && !reset) {
      reset = true;
      continue;
    }
    if (n == -EAGAIN) {
      if (!last && !reset) return;
      n = 0;
    }
    deliver(n, fds);
    if (n <= 0 || (!last && !reset)) return;
  }
}

/** Calls back with the message's size, 0 at the end of the channel, and the descriptors when there are any. */
void Channel::deliver(long size, const std::vector<int>& fds) {
  if (size <= 0) uv_poll_stop(poll_);
  const Napi::Env env = Env();
  Napi::Value received = env.Undefined();
  if (!fds.empty()) {
    auto list = Napi::Array::New(env, fds.size());
    for (std::uint32_t i = 0; i < fds.size(); ++i) list.Set(i, Napi::Number::New(env, fds[i]));
    received = list;
  }
  try {
    // As `this` of the call, a channel that is closed within it outlives it.
    on_message_.MakeCallback(Value(), {Napi::Number::New(env, size > 0 ? static_cast<double>(size) : 0), received},
                             context_);
  } catch (const Napi::Error& error) {
    napi_fatal_exception(env, error.Value());
  }
}

}  // namespace sandglass_addon
