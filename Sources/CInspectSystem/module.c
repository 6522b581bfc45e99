#define _GNU_SOURCE // In this file, never in a header: it would split types from Glibc's module.
#include "include/place.h"
#include <link.h>
#include <string.h>

struct search {
  uintptr_t address;
  struct inspect_module found;
};

static void read_build_id(const char *note, const char *end, struct inspect_module *module) {
  while (note + sizeof(ElfW(Nhdr)) <= end) {
    const ElfW(Nhdr) *header = (const void *)note;
    const char *name = note + sizeof *header;
    const char *content = name + ((header->n_namesz + 3) & ~3u);
    if (header->n_type == NT_GNU_BUILD_ID && header->n_namesz == 4 && !memcmp(name, "GNU", 4)) {
      module->build_id = (const uint8_t *)content;
      module->build_id_size = header->n_descsz;
    }
    note = content + ((header->n_descsz + 3) & ~3u);
  }
}

static int look(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  struct search *search = context;
  const ElfW(Phdr) *end = info->dlpi_phdr + info->dlpi_phnum;
  uintptr_t offset = search->address - info->dlpi_addr;
  int inside = 0;
  for (const ElfW(Phdr) *part = info->dlpi_phdr; part < end; part++)
    inside |= part->p_type == PT_LOAD && offset - part->p_vaddr < part->p_memsz;
  if (!inside) return 0;
  search->found.path = info->dlpi_name;
  search->found.offset = offset;
  for (const ElfW(Phdr) *part = info->dlpi_phdr; part < end; part++) {
    const char *note = (const char *)info->dlpi_addr + part->p_vaddr;
    if (part->p_type == PT_NOTE) read_build_id(note, note + part->p_memsz, &search->found);
  }
  return 1;
}

struct inspect_module inspect_module_of(uintptr_t address) {
  struct search search = {address, {"", address, 0, 0}};
  dl_iterate_phdr(look, &search);
  return search.found;
}
