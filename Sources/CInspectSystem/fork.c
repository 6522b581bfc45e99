#define _GNU_SOURCE
#include "include/fork.h"
#include <stdatomic.h>
#include <string.h>
#include <time.h>

// Nanoseconds: what a fork waits at most, all in all.
enum { limit = 64, patience = 50 * 1000 * 1000, second = 1000 * 1000 * 1000 };

static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *watched[limit];
static unsigned char torn[limit];
static atomic_uint generation;
atomic_uint inspect_forks_pending;

// What the forking thread has taken; its copy in the child reads the same.
static _Thread_local unsigned char has_table;
static _Thread_local unsigned char has[limit];

// Waits in the queue of the mutex, not by looking now and then: where many threads take it in turn,
// who only looks finds it taken each time.
static int take(pthread_mutex_t *mutex, const struct timespec *limit) {
  return pthread_mutex_clocklock(mutex, CLOCK_MONOTONIC, limit) == 0;
}

static void before(void) {
  struct timespec end;
  clock_gettime(CLOCK_MONOTONIC, &end);
  end.tv_nsec += patience;
  end.tv_sec += end.tv_nsec / second;
  end.tv_nsec %= second;
  atomic_fetch_add(&inspect_forks_pending, 1);
  memset(has, 0, sizeof has);
  has_table = take(&table, &end);
  for (int place = 0; has_table && place < limit; place++)
    has[place] = watched[place] && take(watched[place], &end);
}

static void let_go(void) {
  atomic_fetch_sub(&inspect_forks_pending, 1);
  for (int place = limit; place-- > 0;)
    if (has[place]) pthread_mutex_unlock(watched[place]);
  if (has_table) pthread_mutex_unlock(&table);
}

static void in_child(void) {
  atomic_fetch_add(&generation, 1);
  atomic_store(&inspect_forks_pending, 1);
  for (int place = 0; place < limit; place++) {
    if (!watched[place] || has[place]) continue;
    // Whoever had it is not here.
    pthread_mutex_init(watched[place], NULL);
    torn[place] = 1;
  }
  if (!has_table) pthread_mutex_init(&table, NULL);
  let_go();
}

static void install(void) { pthread_atfork(before, let_go, in_child); }

// Locks that the calling thread holds for long; a fork may be waiting for one of them.
static _Thread_local int held;

void inspect_note_held(int change) { held += change; }

void inspect_let_fork_pass(void) {
  if (held == 0) nanosleep(&(struct timespec){0, second / 1000}, NULL);
}

int inspect_watch_forks(pthread_mutex_t *mutex) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install);
  int found = -1;
  pthread_mutex_lock(&table);
  for (int place = 0; place < limit && found < 0; place++) {
    if (watched[place]) continue;
    watched[place] = mutex;
    torn[place] = 0;
    found = place;
  }
  pthread_mutex_unlock(&table);
  return found;
}

void inspect_unwatch_forks(int place) {
  pthread_mutex_lock(&table);
  watched[place] = NULL;
  pthread_mutex_unlock(&table);
}

int inspect_is_torn(int place) { return torn[place]; }

unsigned inspect_fork_generation(void) { return atomic_load(&generation); }
