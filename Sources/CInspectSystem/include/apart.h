#pragma once

// For a thread that lives in somebody else's program and wants to leave no trace in it. Each
// returns −1 and leaves `errno` when it fails.

/// Gives the calling thread a table of descriptors of its own, empty; the process's stays as it is.
///
/// Under a sanitizer the three standard streams stay, since its reports are written to them.
int inspect_set_descriptors_apart(void);

/// A descriptor that `inspect_wake_thread` makes readable, for the calling thread alone.
///
/// It reads a signal that the thread blocks, and that does nothing where nobody handles it.
int inspect_wake_descriptor(void);

/// Number of the calling thread.
int inspect_thread_number(void);

/// Makes that thread's descriptor readable; a thread that has ended is no error.
void inspect_wake_thread(int thread);
