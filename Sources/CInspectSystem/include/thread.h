#pragma once

/// Room for a thread's name with its ending NUL, as the kernel keeps it.
enum { inspect_thread_name_size = 16 };

/// Names the calling thread; longer names are cut.
void inspect_name_thread(const char *name);

/// The calling thread's name, and its number in the process table.
int inspect_describe_thread(char name[16]);
