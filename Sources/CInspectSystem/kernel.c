#define _GNU_SOURCE // For pipe2() and accept4(); in this file, never in a header.
#include "include/kernel.h"
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

int inspect_event(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int inspect_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int inspect_accept(int listener) {
  return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

int inspect_random(uint64_t *bits) {
  return getrandom(bits, sizeof *bits, 0) == sizeof *bits ? 0 : -1;
}

int inspect_open_root(const char *path) { return open(path, O_PATH | O_DIRECTORY | O_CLOEXEC); }

int inspect_open_in_root(int root, const char *path) {
  // The C library has no function for it (2.36).
  struct open_how how = {
      .flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC,
      .resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS,
  };
  return (int)syscall(SYS_openat2, root, path, &how, sizeof how);
}
