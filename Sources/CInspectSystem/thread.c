#define _GNU_SOURCE // For gettid(); in this file, never in a header.
#include "include/thread.h"
#include <sys/prctl.h>
#include <unistd.h>

void inspect_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

int inspect_describe_thread(char name[16]) {
  prctl(PR_GET_NAME, name, 0, 0, 0);
  return gettid();
}
