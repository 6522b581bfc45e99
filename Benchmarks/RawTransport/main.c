// Bare libwebsockets on a Unix socket, with the daemon's settings: what the transport alone costs.
//
// usage: RawTransport SOCKET. The first byte of a message says what becomes of it:
//   e  it is said back
//   s  it is read to its end and answered by one byte
//   f  it is passed on to everybody else, from one buffer
//   m  "m COUNT SIZE": the sender gets so many messages of so many bytes
#include <libwebsockets.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { piece = 64 << 10 };

// A message on its way out, shared by those who wait for it.
struct message {
  int readers;
  size_t size;
  unsigned char bytes[];  // LWS_PRE of them before the message
};

struct waiting {
  struct message *message;
  struct waiting *next;
};

struct session {
  struct lws *link;
  struct session *next;
  struct waiting *first, **end;
  unsigned char *inbox;
  size_t held, room;
};

static struct session *sessions;

static struct message *make(const unsigned char *bytes, size_t size) {
  struct message *message = malloc(sizeof *message + LWS_PRE + size);
  message->readers = 0;
  message->size = size;
  if (bytes) memcpy(message->bytes + LWS_PRE, bytes, size);
  else memset(message->bytes + LWS_PRE, 'x', size);
  return message;
}

static void push(struct session *session, struct message *message) {
  struct waiting *waiting = malloc(sizeof *waiting);
  *waiting = (struct waiting){message, NULL};
  message->readers++;
  *session->end = waiting;
  session->end = &waiting->next;
  lws_callback_on_writable(session->link);
}

static struct message *pop(struct session *session) {
  struct waiting *waiting = session->first;
  struct message *message = waiting->message;
  session->first = waiting->next;
  if (!session->first) session->end = &session->first;
  free(waiting);
  return message;
}

static void let_go(struct message *message) {
  if (--message->readers == 0) free(message);
}

static void obey(struct session *session) {
  unsigned char *bytes = session->inbox;
  size_t count = 0, size = 0;
  switch (bytes[0]) {
    case 'e': push(session, make(bytes, session->held)); break;
    case 's': push(session, make(bytes, 1)); break;
    case 'f': {
      struct message *message = make(bytes, session->held);
      for (struct session *other = sessions; other; other = other->next)
        if (other != session) push(other, message);
      if (message->readers == 0) free(message);
      break;
    }
    case 'm':
      bytes[session->held] = 0;
      if (sscanf((char *)bytes, "m %zu %zu", &count, &size) != 2) break;
      struct message *message = make(NULL, size);
      for (; count > 0; count--) push(session, message);
      break;
  }
}

static void receive(struct session *session, const void *bytes, size_t size) {
  if (session->held + size + 1 > session->room)
    session->inbox = realloc(session->inbox, session->room = 2 * (session->held + size + 1));
  memcpy(session->inbox + session->held, bytes, size);
  session->held += size;
  if (!lws_is_final_fragment(session->link)) return;
  if (session->held) obey(session);
  session->held = 0;
}

static int write_one(struct session *session) {
  if (!session->first) return 0;
  struct message *message = pop(session);
  int written = lws_write(session->link, message->bytes + LWS_PRE, message->size, LWS_WRITE_TEXT);
  int failed = written < (int)message->size;
  let_go(message);
  if (session->first) lws_callback_on_writable(session->link);
  return failed ? -1 : 0;
}

static void leave(struct session *session) {
  for (struct session **place = &sessions; *place; place = &(*place)->next)
    if (*place == session) {
      *place = session->next;
      break;
    }
  while (session->first) let_go(pop(session));
  free(session->inbox);
}

static int called(struct lws *link, enum lws_callback_reasons reason, void *user, void *bytes, size_t size) {
  struct session *session = user;
  switch (reason) {
    case LWS_CALLBACK_ESTABLISHED:
      *session = (struct session){.link = link, .next = sessions};
      session->end = &session->first;
      sessions = session;
      return 0;
    case LWS_CALLBACK_RECEIVE: receive(session, bytes, size); return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE: return write_one(session);
    case LWS_CALLBACK_CLOSED: leave(session); return 0;
    default: return lws_callback_http_dummy(link, reason, user, bytes, size);
  }
}

static void silent(int level, const char *line) { (void)level, (void)line; }

int main(int count, char **words) {
  if (count != 2) return 64;
  static const struct lws_protocols protocols[] = {
      {.name = "http-only", .callback = lws_callback_http_dummy},
      {.name = "bindinspect.v1",
       .callback = called,
       .per_session_data_size = sizeof(struct session),
       .rx_buffer_size = piece,
       .tx_packet_size = piece},
      {0}};
  signal(SIGPIPE, SIG_IGN);
  lws_set_log_level(0, silent);
  struct lws_context_creation_info info = {
      .options = LWS_SERVER_OPTION_UNIX_SOCK | LWS_SERVER_OPTION_VALIDATE_UTF8,
      .iface = words[1],
      .protocols = protocols,
      .server_string = "raw",
      .pt_serv_buf_size = piece,
      .fd_limit_per_thread = 4096};
  struct lws_context *context = lws_create_context(&info);
  if (!context) return 70;
  while (lws_service(context, 0) >= 0) {
  }
  return 0;
}
