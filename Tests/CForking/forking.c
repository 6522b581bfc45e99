#define _GNU_SOURCE // For close_range().
#include "include/CForking.h"
#include <unistd.h>

int test_fork(void) { return fork(); }

void test_close_from(int first) { close_range(first, ~0u, 0); }
