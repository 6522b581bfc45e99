#pragma once
#include <stdint.h>

/// Who is at the other end of a Unix socket, as the kernel saw it when the link was made.
struct inspect_peer {
  int32_t pid;
  uint32_t uid;
  uint32_t gid;
};

/// Returns 0, or the error number. (`ucred` wants `_GNU_SOURCE`, which must not stand in a header.)
int inspect_peer_of(int descriptor, struct inspect_peer *peer);
