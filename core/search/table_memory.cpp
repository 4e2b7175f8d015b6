#include "search/table_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>

namespace goseki {
namespace {

[[noreturn]] void fail(const char* what) {
  throw std::runtime_error(std::string(what) + ": " + std::strerror(errno));
}

// A table is read at random places, so with small pages nearly every look into it also has to find
// its page. Large pages make a search faster by a sixth. If the system has none, that is no error.
void ask_for_huge_pages([[maybe_unused]] void* data, [[maybe_unused]] std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  constexpr std::size_t kPage = std::size_t{1} << 21;
  void* start = data;
  std::size_t space = bytes;
  if (std::align(kPage, kPage, start, space) != nullptr) ::madvise(start, space, MADV_HUGEPAGE);
#endif
}

}  // namespace

TableMemory TableMemory::anonymous(std::size_t bytes) {
  const std::size_t usable = std::max(bytes / kLine * kLine, 2 * kLine) - kLine;
  std::size_t space = usable + kLine;
  void* start = std::calloc(space, 1);
  if (start == nullptr) throw std::bad_alloc();
  Owner owner(start, &std::free);
  void* data = std::align(kLine, usable, start, space);
  ask_for_huge_pages(data, usable);
  return TableMemory(std::move(owner), data, usable);
}

TableMemory TableMemory::of_file(int file, std::size_t offset, std::size_t bytes) {
  // Memory beyond the end of a file could be mapped but not touched.
  if (::lseek(file, 0, SEEK_END) < static_cast<off_t>(offset + bytes)) {
    throw std::runtime_error("the file is shorter than its table");
  }
  void* data =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, static_cast<off_t>(offset));
  if (data == MAP_FAILED) fail("the file cannot be mapped into memory");
  const int own = ::fcntl(file, F_DUPFD_CLOEXEC, 0);
  TableMemory memory(Owner(data,
                           [bytes, own](void* start) {
                             ::munmap(start, bytes);
                             ::close(own);
                           }),
                     data, bytes);
  if (own < 0) fail("the file cannot be kept open");
  memory.file_ = own;
  memory.offset_ = offset;
  return memory;
}

void TableMemory::clear() {
  if (!is_of_file()) {
    // Fresh memory costs less than writing zeros, since the system provides it only where it is
    // touched.
    owner_.reset();
    *this = anonymous(bytes_ + kLine);
    return;
  }
#ifdef FALLOC_FL_ZERO_RANGE
  // The same for a file, if its file system can do that.
  if (::fallocate(file_, FALLOC_FL_ZERO_RANGE, static_cast<off_t>(offset_),
                  static_cast<off_t>(bytes_)) == 0) {
    return;
  }
#endif
  std::memset(data_, 0, bytes_);
}

void TableMemory::flush() const {
  if (is_of_file() && ::msync(data_, bytes_, MS_SYNC) != 0)
    fail("the table cannot be written to disk");
}

}  // namespace goseki
