#pragma once
#include <stddef.h>
#include <stdint.h>

// Calls that Swift's Glibc module does not show. Each returns −1 and leaves `errno` when it fails.

/// A descriptor that another thread can make readable; closed on exec, never blocking.
int inspect_event(void);

/// Two ends of a pipe, closed on exec: the first reads what the second is given.
int inspect_pipe(int ends[2]);

/// The next connection; closed on exec, never blocking.
int inspect_accept(int listener);

/// 64 bits that nobody can guess.
int inspect_random(uint64_t *bits);

/// Opens a folder as a place to begin at, whether or not it may be read.
int inspect_open_root(const char *path);

/// Opens a folder by the path that it has below a root; links are followed below it too, but for the
/// last part of the path, which must be no link.
int inspect_open_in_root(int root, const char *path);

/// A descriptor that stands for a process, also when it has ended and its number is another's.
int inspect_open_process(int pid);

/// How the process of such a descriptor has ended, as `wait` tells it to its parent; −1 where it has
/// not, or the kernel does not tell (before 6.15).
int inspect_process_end(int process, int *status);

/// A signal's name without `SIG`, or null.
const char *inspect_signal_name(int number);
