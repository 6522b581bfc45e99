#define _GNU_SOURCE // For pipe2() and accept4(); in this file, never in a header.
#include "include/kernel.h"
#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

int inspect_event(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int inspect_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int inspect_accept(int listener) {
  return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

int inspect_random(uint64_t *bits) {
  return getrandom(bits, sizeof *bits, 0) == sizeof *bits ? 0 : -1;
}
