#include "include/fork.h"
#include <stdatomic.h>
#include <string.h>
#include <time.h>

enum { limit = 64, patience = 100 };

static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *watched[limit];
static unsigned char torn[limit];
static atomic_uint generation;

// What the forking thread has taken; its copy in the child reads the same.
static _Thread_local unsigned char has_table;
static _Thread_local unsigned char has[limit];

static int take(pthread_mutex_t *mutex, int *tries) {
  while (pthread_mutex_trylock(mutex) != 0) {
    if ((*tries)-- <= 0) return 0;
    nanosleep(&(struct timespec){0, 100 * 1000}, NULL);
  }
  return 1;
}

static void before(void) {
  int tries = patience;
  memset(has, 0, sizeof has);
  has_table = take(&table, &tries);
  for (int place = 0; has_table && place < limit; place++)
    has[place] = watched[place] && take(watched[place], &tries);
}

static void let_go(void) {
  for (int place = limit; place-- > 0;)
    if (has[place]) pthread_mutex_unlock(watched[place]);
  if (has_table) pthread_mutex_unlock(&table);
}

static void in_child(void) {
  atomic_fetch_add(&generation, 1);
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
