#define _GNU_SOURCE // For close_range() and tgkill(); in this file, never in a header.
#include "include/apart.h"
#include <errno.h>
#include <linux/close_range.h>
#include <pthread.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
enum { first_closed = 3 };
#else
enum { first_closed = 0 };
#endif

// Its default action is to be ignored, debuggers pass it in silence, and a blocked signal stays
// pending even where it is ignored.
enum { wake_signal = SIGURG };

int inspect_set_descriptors_apart(void) {
  return close_range(first_closed, ~0u, CLOSE_RANGE_UNSHARE);
}

int inspect_wake_descriptor(void) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, wake_signal);
  int failure = pthread_sigmask(SIG_BLOCK, &signals, NULL);
  if (failure != 0) {
    errno = failure;
    return -1;
  }
  return signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
}

int inspect_thread_number(void) { return gettid(); }

void inspect_wake_thread(int thread) {
  int saved = errno;
  syscall(SYS_tgkill, getpid(), thread, wake_signal);
  errno = saved;
}
