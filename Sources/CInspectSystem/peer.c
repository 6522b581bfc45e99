#define _GNU_SOURCE // In this file, never in a header: it would split types from Glibc's module.
#include "include/peer.h"
#include <errno.h>
#include <sys/socket.h>

int inspect_peer_of(int descriptor, struct inspect_peer *peer) {
  struct ucred found;
  socklen_t size = sizeof found;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &found, &size) != 0) return errno;
  *peer = (struct inspect_peer){found.pid, found.uid, found.gid};
  return 0;
}
