// A build id is a digest of the file's content that the linker writes into it, so nothing has to
// be read from disk.

#include "process/program_identity.h"

#include <elf.h>
#include <fmt/format.h>
#include <link.h>
#include <sys/stat.h>

#include <cstddef>
#include <cstring>
#include <string_view>

namespace mlfix {
namespace {

constexpr std::string_view kGnu("GNU", 4);

std::size_t aligned(std::size_t size) {
  return (size + 3) / 4 * 4;
}

// The build id among the notes, in hexadecimal; empty when it is not there.
std::string build_id_in(std::string_view notes) {
  while (notes.size() >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) head;
    std::memcpy(&head, notes.data(), sizeof head);
    notes.remove_prefix(sizeof head);
    const std::size_t size = aligned(head.n_namesz) + aligned(head.n_descsz);
    if (size > notes.size()) return {};
    if (head.n_type == NT_GNU_BUILD_ID && notes.substr(0, head.n_namesz) == kGnu) {
      std::string id;
      for (const char byte : notes.substr(aligned(head.n_namesz), head.n_descsz)) {
        id += fmt::format("{:02x}", static_cast<unsigned char>(byte));
      }
      return id;
    }
    notes.remove_prefix(size);
  }
  return {};
}

std::string build_id_of(const dl_phdr_info& object) {
  for (std::size_t i = 0; i < object.dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = object.dlpi_phdr[i];
    if (part.p_type != PT_NOTE) continue;
    const auto* notes = reinterpret_cast<const char*>(object.dlpi_addr + part.p_vaddr);
    if (std::string id = build_id_in({notes, part.p_memsz}); !id.empty()) return id;
  }
  return {};
}

std::string look_of(const char* path) {
  struct stat status {};
  if (stat(path, &status) != 0) return "unknown";
  return fmt::format("{} {} {}.{} {}.{}", status.st_ino, status.st_size, status.st_mtim.tv_sec,
                     status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec);
}

int add_object(dl_phdr_info* object, std::size_t, void* text) {
  const std::string_view name = object->dlpi_name;
  // The kernel's own, which lies in no file.
  if (!name.empty() && name.find('/') == std::string_view::npos) return 0;
  std::string id = build_id_of(*object);
  if (id.empty()) id = look_of(name.empty() ? "/proc/self/exe" : object->dlpi_name);
  *static_cast<std::string*>(text) += id + "\n";
  return 0;
}

}  // namespace

std::string program_identity() {
  std::string text;
  dl_iterate_phdr(add_object, &text);
  return text;
}

}  // namespace mlfix
