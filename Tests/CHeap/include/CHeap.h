#pragma once

/// Bytes that are allocated now in all arenas, by glibc's own count; Swift does not see malloc.h.
long heap_bytes(void);
