// The N-API addon: sockets of the broker and the slots as channels on Node's own event loop.
//
// Everything is asynchronous and nothing waits: a message is sent with one sendmsg, an answer wakes the loop through
// uv_poll. (A reader thread with a threadsafe function costs a second wake-up per answer; measured 12–25 µs more.)
#define NAPI_VERSION 8
#include <node_api.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <unistd.h>

#include "descriptors.h"
#include "uv_poll.h"

namespace sandglass_addon {
namespace {

constexpr std::size_t largest_inline = 48 * 1024;

napi_value undefined(napi_env env) {
  napi_value value;
  napi_get_undefined(env, &value);
  return value;
}

napi_value number(napi_env env, std::int64_t n) {
  napi_value value;
  napi_create_int64(env, n, &value);
  return value;
}

std::int64_t to_int(napi_env env, napi_value value) {
  std::int64_t n = 0;
  napi_get_value_int64(env, value, &n);
  return n;
}

std::string to_string(napi_env env, napi_value value) {
  std::size_t size = 0;
  if (napi_get_value_string_utf8(env, value, nullptr, 0, &size) != napi_ok) return {};
  std::string text(size, '\0');
  napi_get_value_string_utf8(env, value, text.data(), size + 1, &size);
  return text;
}

/** One socket on the event loop. Lives until it is closed from JavaScript. */
class Channel {
 public:
  /** `into`: a buffer of JavaScript's in which every message is received; it is read before the next arrives. */
  Channel(napi_env env, int fd, napi_value into, napi_value callback) : env_(env), fd_(fd) {
    // The broker's socket is inherited, and is nothing for the programs that this process starts.
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    napi_create_reference(env, callback, 1, &callback_);
    napi_create_reference(env, into, 1, &into_);
    napi_get_buffer_info(env, into, &bytes_, &capacity_);
    napi_value name;
    napi_create_string_utf8(env, "sandglass:channel", NAPI_AUTO_LENGTH, &name);
    napi_async_init(env, nullptr, name, &context_);
    uv_loop_s* loop = nullptr;
    napi_get_uv_event_loop(env, &loop);
    poll_ = static_cast<uv_poll_opaque*>(std::calloc(1, uv_handle_size(uv_handle_type_poll)));
    uv_poll_init(loop, poll_, fd);
    uv_handle_set_data(handle(), this);
    uv_poll_start(poll_, uv_event_readable | uv_event_disconnect, on_event);
    uv_unref(handle());
  }

  void keep_alive(bool yes) {
    if (yes) {
      uv_ref(handle());
    } else {
      uv_unref(handle());
    }
  }

  int send(const void* bytes, std::size_t size, Descriptors& fds) const {
    if (size <= largest_inline) return send_message(fd_, bytes, size, fds.all());
    Descriptors body;
    const int memory = memory_file(bytes, size);
    if (memory < 0) return memory;
    body.add(memory);
    std::vector<int> all{memory};
    all.insert(all.end(), fds.all().begin(), fds.all().end());
    // No kind, and the request's number, should the file not be accepted.
    std::uint32_t marker[2] = {0, 0};
    std::memcpy(&marker[1], static_cast<const char*>(bytes) + sizeof marker[0], sizeof marker[1]);
    return send_message(fd_, marker, sizeof marker, all);
  }

  /** Stops listening and closes the socket; the object goes when the event loop has let go of it. */
  void close() {
    uv_poll_stop(poll_);
    ::close(fd_);
    fd_ = -1;
    uv_close(handle(), on_closed);
  }

 private:
  [[nodiscard]] uv_handle_opaque* handle() const { return reinterpret_cast<uv_handle_opaque*>(poll_); }

  static void on_closed(uv_handle_opaque* handle) {
    auto* self = static_cast<Channel*>(uv_handle_get_data(handle));
    napi_delete_reference(self->env_, self->callback_);
    napi_delete_reference(self->env_, self->into_);
    napi_async_destroy(self->env_, self->context_);
    std::free(handle);
    delete self;
  }

  /**
   * One message an event, so that other handles have their turn. But when the peer has died with a message of ours
   * unread, the socket is in error: libuv then stops watching and tells it once. What is still in the queue, an answer
   * perhaps, is read to its end at that moment or never.
   */
  static void on_event(uv_poll_opaque* poll, int status, int) {
    auto* self = static_cast<Channel*>(uv_handle_get_data(reinterpret_cast<uv_handle_opaque*>(poll)));
    const bool last = status < 0;
    bool reset = false;
    while (self->fd_ >= 0) {
      std::vector<int> fds;
      long n = receive_message(self->fd_, self->bytes_, self->capacity_, fds);
      if (n == -EINTR) continue;
      // The error is told before what was sent earlier, and only once.
      if (n == -ECONNRESET && !reset) {
        reset = true;
        continue;
      }
      if (n == -EAGAIN) {
        if (!last && !reset) return;
        n = 0;
      }
      self->deliver(n, fds);
      if (n <= 0 || (!last && !reset)) return;
    }
  }

  /** Calls back with the message's size, 0 at the end of the channel, and the descriptors when there are any. */
  void deliver(long size, const std::vector<int>& fds) {
    napi_handle_scope scope;
    napi_open_handle_scope(env_, &scope);
    napi_value arguments[2];
    if (size <= 0) uv_poll_stop(poll_);
    napi_create_uint32(env_, size > 0 ? static_cast<std::uint32_t>(size) : 0, &arguments[0]);
    if (fds.empty()) {
      arguments[1] = undefined(env_);
    } else {
      napi_create_array_with_length(env_, fds.size(), &arguments[1]);
      for (std::size_t i = 0; i < fds.size(); ++i) {
        napi_set_element(env_, arguments[1], static_cast<std::uint32_t>(i), number(env_, fds[i]));
      }
    }
    napi_value callback, receiver, result;
    napi_get_reference_value(env_, callback_, &callback);
    napi_get_global(env_, &receiver);
    napi_make_callback(env_, context_, receiver, callback, 2, arguments, &result);
    bool pending = false;
    if (napi_is_exception_pending(env_, &pending) == napi_ok && pending) {
      napi_value error;
      napi_get_and_clear_last_exception(env_, &error);
      napi_fatal_exception(env_, error);
    }
    napi_close_handle_scope(env_, scope);
  }

  napi_env env_;
  int fd_;
  uv_poll_opaque* poll_ = nullptr;
  napi_ref callback_ = nullptr;
  napi_ref into_ = nullptr;
  void* bytes_ = nullptr;
  std::size_t capacity_ = 0;
  napi_async_context context_ = nullptr;
};

/** What JavaScript holds: it may outlive the channel, and says so instead of leading nowhere. */
struct Handle {
  /** Null once the channel is closed. */
  Channel* channel;
};

constexpr napi_type_tag handle_tag = {0x5d1c9e2b7a40f683, 0x9b0e64d7c2f8135a};

/** @returns null, with an exception pending, when the value is none of `openChannel` */
Handle* to_handle(napi_env env, napi_value value) {
  napi_valuetype type = napi_undefined;
  bool tagged = false;
  void* pointer = nullptr;
  if (napi_typeof(env, value, &type) == napi_ok && type == napi_external &&
      napi_check_object_type_tag(env, value, &handle_tag, &tagged) == napi_ok && tagged &&
      napi_get_value_external(env, value, &pointer) == napi_ok) {
    return static_cast<Handle*>(pointer);
  }
  napi_throw_type_error(env, "ERR_INVALID_ARG_TYPE", "The first argument must be a channel of openChannel.");
  return nullptr;
}

/** startBroker(executable) → descriptor, or −errno */
napi_value start_broker_js(napi_env env, napi_callback_info info) {
  std::size_t count = 1;
  napi_value arguments[1];
  napi_get_cb_info(env, info, &count, arguments, nullptr, nullptr);
  return number(env, start_broker(to_string(env, arguments[0])));
}

/** openChannel(descriptor, buffer, callback) → channel */
napi_value open_channel(napi_env env, napi_callback_info info) {
  std::size_t count = 3;
  napi_value arguments[3];
  napi_get_cb_info(env, info, &count, arguments, nullptr, nullptr);
  auto* channel = new Channel(env, static_cast<int>(to_int(env, arguments[0])), arguments[1], arguments[2]);
  napi_value external;
  const auto forget = [](napi_env, void* handle, void*) { delete static_cast<Handle*>(handle); };
  napi_create_external(env, new Handle{channel}, forget, nullptr, &external);
  napi_type_tag_object(env, external, &handle_tag);
  return external;
}

/**
 * send(channel, bytes, size, paths, kinds) → 0, or −errno of the send (−EPIPE: the channel is closed), or the index of
 * the path × 4096 + errno
 */
napi_value send_js(napi_env env, napi_callback_info info) {
  std::size_t count = 5;
  napi_value arguments[5];
  napi_get_cb_info(env, info, &count, arguments, nullptr, nullptr);
  const Handle* handle = to_handle(env, arguments[0]);
  if (handle == nullptr) return nullptr;
  if (handle->channel == nullptr) return number(env, -EPIPE);
  void* bytes = nullptr;
  std::size_t capacity = 0;
  napi_get_buffer_info(env, arguments[1], &bytes, &capacity);
  const auto size = static_cast<std::size_t>(to_int(env, arguments[2]));
  Descriptors fds;
  std::uint32_t paths = 0;
  napi_get_array_length(env, arguments[3], &paths);
  for (std::uint32_t i = 0; i < paths; ++i) {
    napi_value path, kind;
    napi_get_element(env, arguments[3], i, &path);
    napi_get_element(env, arguments[4], i, &kind);
    const int fd = open_path(to_string(env, path), static_cast<OpenKind>(to_int(env, kind)));
    if (fd < 0) return number(env, static_cast<std::int64_t>(i) * 4096 - fd);
    fds.add(fd);
  }
  return number(env, handle->channel->send(bytes, size, fds));
}

/** keepAlive(channel, yes): nothing happens when it is closed */
napi_value keep_alive(napi_env env, napi_callback_info info) {
  std::size_t count = 2;
  napi_value arguments[2];
  napi_get_cb_info(env, info, &count, arguments, nullptr, nullptr);
  bool yes = false;
  napi_get_value_bool(env, arguments[1], &yes);
  const Handle* handle = to_handle(env, arguments[0]);
  if (handle != nullptr && handle->channel != nullptr) handle->channel->keep_alive(yes);
  return undefined(env);
}

/** makePipe() → [its end to read, its end to write], or an empty array when the kernel refuses */
napi_value make_pipe(napi_env env, napi_callback_info) {
  int ends[2];
  napi_value pair;
  napi_create_array(env, &pair);
  if (pipe2(ends, O_CLOEXEC) != 0) return pair;
  for (std::uint32_t i = 0; i < 2; ++i) napi_set_element(env, pair, i, number(env, ends[i]));
  return pair;
}

/** closeChannel(channel): once is enough */
napi_value close_channel(napi_env env, napi_callback_info info) {
  std::size_t count = 1;
  napi_value arguments[1];
  napi_get_cb_info(env, info, &count, arguments, nullptr, nullptr);
  Handle* handle = to_handle(env, arguments[0]);
  if (handle == nullptr || handle->channel == nullptr) return undefined(env);
  handle->channel->close();
  handle->channel = nullptr;
  return undefined(env);
}

void add_function(napi_env env, napi_value exports, const char* name, napi_callback callback) {
  napi_value function;
  napi_create_function(env, name, NAPI_AUTO_LENGTH, callback, nullptr, &function);
  napi_set_named_property(env, exports, name, function);
}

}  // namespace
}  // namespace sandglass_addon

NAPI_MODULE_INIT() {
  using namespace sandglass_addon;
  add_function(env, exports, "startBroker", start_broker_js);
  add_function(env, exports, "openChannel", open_channel);
  add_function(env, exports, "send", send_js);
  add_function(env, exports, "keepAlive", keep_alive);
  add_function(env, exports, "closeChannel", close_channel);
  add_function(env, exports, "makePipe", make_pipe);
  return exports;
}
