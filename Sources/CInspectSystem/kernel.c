#define _GNU_SOURCE // For pipe2(), accept4() and sigabbrev_np(); in this file, never in a header.
#include "include/kernel.h"
#include <fcntl.h>
#include <errno.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
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

int inspect_open_process(int pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

// Of `linux/pidfd.h`, which older systems have without it: the first version of what the kernel fills.
struct process_info {
  uint64_t mask;
  uint64_t cgroup;
  uint32_t numbers[11];
  int32_t exit_code;
};

#define PROCESS_INFO _IOWR(0xFF, 11, struct process_info)
#define PROCESS_INFO_END (1u << 3)

int inspect_process_end(int process, int *status) {
  struct process_info info = {.mask = PROCESS_INFO_END};
  if (ioctl(process, PROCESS_INFO, &info) != 0) return -1;
  if ((info.mask & PROCESS_INFO_END) == 0) {
    errno = EAGAIN;
    return -1;
  }
  *status = info.exit_code;
  return 0;
}

const char *inspect_signal_name(int number) { return sigabbrev_np(number); }
