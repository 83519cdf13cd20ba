// A socket of the broker or a slot on Node's own event loop, as JavaScript's class Channel.
#pragma once
#include <napi.h>

#include <cstddef>
#include <vector>

#include "uv_poll.h"

namespace sandglass_addon {

/**
 * Everything is asynchronous and nothing waits: a message is sent with one sendmsg, an answer wakes the loop through
 * uv_poll. (A reader thread with a thread-safe function costs a second wake-up per answer; measured 12–25 µs more.)
 *
 * Open from its construction until `close` or the end of its environment, even if JavaScript still holds it.
 */
class Channel : public Napi::ObjectWrap<Channel> {
 public:
  /** The class, for the addon's exports. */
  static Napi::Function define(Napi::Env env);

  /**
   * new Channel(descriptor, buffer, onMessage): owns the descriptor from then on. Every message is received into the
   * buffer, and read there before the next arrives.
   */
  explicit Channel(const Napi::CallbackInfo& info);
  ~Channel() override;
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

 private:
  /**
   * send(bytes, size, paths, kinds) → 0, or −errno of the send (−EPIPE: the channel is closed), or the index of the path
   * that could not be opened × 4096 + errno
   */
  Napi::Value send(const Napi::CallbackInfo& info);
  /** keepAlive(yes): nothing happens when it is closed */
  void keep_alive(const Napi::CallbackInfo& info);
  /** close(): once is enough */
  void close(const Napi::CallbackInfo& info);

  [[nodiscard]] bool is_open() const { return poll_ != nullptr; }
  /** Stops listening and closes the socket; the handle goes when the event loop has let go of it. */
  void release();
  static void on_event(uv_poll_opaque* poll, int status, int events);
  void receive(bool last);
  void deliver(long size, const std::vector<int>& fds);

  int fd_;
  /** Null once the channel is closed. */
  uv_poll_opaque* poll_ = nullptr;
  Napi::FunctionReference on_message_;
  Napi::Reference<Napi::Uint8Array> into_;
  void* bytes_;
  std::size_t capacity_;
  Napi::AsyncContext context_;
};

}  // namespace sandglass_addon
