// The few functions of libuv that the addon needs. Node exports them; their ABI has been stable since libuv 1.0, and
// no package carries the header, so they are declared here with handles of a size asked for at run time.
#pragma once
#include <cstddef>

extern "C" {
struct uv_loop_s;
struct uv_poll_opaque;
struct uv_handle_opaque;
constexpr int uv_handle_type_poll = 8;
constexpr int uv_event_readable = 1;
constexpr int uv_event_disconnect = 4;
std::size_t uv_handle_size(int type);
int uv_poll_init(uv_loop_s* loop, uv_poll_opaque* handle, int fd);
int uv_poll_start(uv_poll_opaque* handle, int events, void (*callback)(uv_poll_opaque*, int, int));
int uv_poll_stop(uv_poll_opaque* handle);
/** The callback gets the handle, and may be `free`. */
void uv_close(uv_handle_opaque* handle, void (*callback)(void*));
void uv_ref(uv_handle_opaque* handle);
void uv_unref(uv_handle_opaque* handle);
void* uv_handle_get_data(const uv_handle_opaque* handle);
void uv_handle_set_data(uv_handle_opaque* handle, void* data);
}
