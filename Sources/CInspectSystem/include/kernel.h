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
