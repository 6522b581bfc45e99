#pragma once
#include <libwebsockets.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdbool.h>
#include <string.h>

/// Bytes that must be writable before every payload given to lws_write().
static inline size_t cws_write_padding(void) { return LWS_PRE; }

/// The context's user pointer, seen from a callback.
static inline void *cws_context_user(struct lws *wsi) {
  return lws_context_user(lws_get_context(wsi));
}

/// The number that a connection was adopted with; 0 for what lws makes for itself.
static inline uintptr_t cws_number(struct lws *wsi) {
  return (uintptr_t)lws_get_opaque_user_data(wsi);
}

/// Makes an accepted socket a connection; it is closed when that fails.
///
/// One of a vhost with a certificate must speak TLS.
static inline struct lws *cws_adopt(struct lws_vhost *vhost, int socket, uintptr_t number,
                                    bool is_secure) {
  lws_adopt_desc_t description;
  memset(&description, 0, sizeof description);
  description.vh = vhost;
  description.type = (lws_adoption_type)(LWS_ADOPT_SOCKET | LWS_ADOPT_HTTP |
                                         (is_secure ? LWS_ADOPT_ALLOW_SSL : 0));
  description.fd.sockfd = socket;
  description.opaque = (void *)number;
  return lws_adopt_descriptor_vhost_via_info(&description);
}

/// Whether the files hold a certificate and the key to it.
///
/// lws takes a key of another kind than the certificate's without a word; then no handshake succeeds.
static inline bool cws_pair_fits(const char *certificate, const char *key) {
  SSL_CTX *context = SSL_CTX_new(TLS_server_method());
  bool fits = context && SSL_CTX_use_certificate_chain_file(context, certificate) == 1 &&
              SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) == 1 &&
              SSL_CTX_check_private_key(context) == 1;
  SSL_CTX_free(context);
  ERR_clear_error();
  return fits;
}

/// Listening is ours: lws binds wrongly, and removes other people's files.
enum { cws_no_listening = CONTEXT_PORT_NO_LISTEN_SERVER };

/// OpenSSL is woken only where other machines are served.
static inline uint64_t cws_context_options(bool is_secure) {
  return (is_secure ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0) | LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_VALIDATE_UTF8 |
         LWS_SERVER_OPTION_DISABLE_IPV6 |
         LWS_SERVER_OPTION_HTTP_HEADERS_SECURITY_BEST_PRACTICES_ENFORCE;
}

/// A timer of the service loop with the object that it calls.
struct cws_timer {
  lws_sorted_usec_list_t entry;
  void *owner;
};

static inline void *cws_timer_owner(lws_sorted_usec_list_t *entry) {
  return lws_container_of(entry, struct cws_timer, entry)->owner;
}

/// Levels that are worth a line in a daemon's log.
enum { cws_log_levels = LLL_ERR | LLL_WARN };
