#pragma once
#include <stdint.h>

/// Where a property was written: return addresses of the setter and of the setter's caller.
struct __attribute__((swift_name("WritePlace"))) write_place {
  uintptr_t writer;
  uintptr_t caller; ///< 0 if not known.
};

/// Must be inlined into the setter, which itself must not be inlined.
///
/// The caller's frame is looked at only if the register that should point to it can be one: above
/// this frame, near, aligned. Code built without frame pointers (plain `swiftc -O`, SwiftPM's
/// `--omit-frame-pointers`) keeps anything in that register, and `__builtin_return_address(1)`,
/// which does not ask, then ends the program.
static inline __attribute__((always_inline, swift_name("WritePlace.here()")))
struct write_place write_place_here(void) {
  struct write_place place = {(uintptr_t)__builtin_return_address(0), 0};
  const uintptr_t *frame = __builtin_frame_address(0);
  uintptr_t above = frame[0];
  uintptr_t distance = above - (uintptr_t)frame;
  if (distance < 65536 && distance % 16 == 0) place.caller = ((const uintptr_t *)above)[1];
  return place;
}

/// The loaded file that an address lies in; what can be told to another process.
struct inspect_module {
  const char *path;        ///< As the loader has it, empty for the program itself.
  uintptr_t offset;        ///< Of the address in the file's own numbering.
  const uint8_t *build_id; ///< Or null, where the linker wrote none.
  uint32_t build_id_size;
};

struct inspect_module inspect_module_of(uintptr_t address);
