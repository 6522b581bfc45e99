#pragma once

// Swift declares `fork` unavailable; tests of what a forked child does need it.

/// Like `fork`.
int test_fork(void);

/// Closes every descriptor from this one on, as daemons do.
void test_close_from(int first);

/// Whether a sanitizer watches, which makes everything many times slower.
int test_is_sanitized(void);

/// From now on no socket can be made by this process or its children: each try is `EPERM`.
int test_forbid_sockets(void);
