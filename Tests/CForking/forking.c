#define _GNU_SOURCE // For close_range().
#include "include/CForking.h"
#include <unistd.h>

int test_fork(void) { return fork(); }

void test_close_from(int first) { close_range(first, ~0u, 0); }

int test_is_sanitized(void) {
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
  return 1;
#else
  return 0;
#endif
}
