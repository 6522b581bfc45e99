#pragma once
#include <pthread.h>
#include <stdatomic.h>

// What happens around a fork of the program, in C alone: in the child the language's runtime may be
// in the middle of something that nobody will end, and a child that only execs must not touch it.

/// From now on this mutex is taken around each fork, after those that were watched before it.
///
/// A fork waits for it some milliseconds and then goes on: a handler of a signal may fork while its
/// own thread holds it. Returns its place, or −1 where there is no room for more.
int inspect_watch_forks(pthread_mutex_t *mutex);

/// Must be called before the mutex goes away.
void inspect_unwatch_forks(int place);

/// Whether a fork that made this process found the mutex taken: it is usable, but what it guards
/// was in the middle of a change.
int inspect_is_torn(int place);

/// How many forks lie between this process and the first that asked.
unsigned inspect_fork_generation(void);

extern atomic_uint inspect_forks_pending;

/// Whether a thread waits to fork, or forks.
static inline int inspect_is_fork_pending(void) {
  return atomic_load_explicit(&inspect_forks_pending, memory_order_relaxed) != 0;
}

/// Notes that the calling thread holds one more lock for long, or one less: who forks may be waiting
/// for it, so the thread must not step back.
void inspect_note_held(int change);

/// Steps back for a millisecond: threads that take a lock in turn would else starve who forks.
void inspect_let_fork_pass(void);
