#pragma once
#include <libwebsockets.h>

/// Bytes that must be writable before every payload given to lws_write().
static inline size_t cws_write_padding(void) { return LWS_PRE; }

/// The context's user pointer, seen from a callback.
static inline void *cws_context_user(struct lws *wsi) {
  return lws_context_user(lws_get_context(wsi));
}
