#include "search/table_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>

namespace goseki {
namespace {

[[noreturn]] void fail(const char* what) {
  throw std::runtime_error(std::string(what) + ": " + std::strerror(errno));
}

}  // namespace

TableMemory TableMemory::anonymous(std::size_t bytes) {
  const std::size_t usable = std::max(bytes / kLine * kLine, 2 * kLine) - kLine;
  std::size_t space = usable + kLine;
  void* start = std::calloc(space, 1);
  if (start == nullptr) throw std::bad_alloc();
  Owner owner(start, &std::free);
  void* data = std::align(kLine, usable, start, space);
  return TableMemory(std::move(owner), data, usable, false);
}

TableMemory TableMemory::of_file(const std::string& path, std::size_t offset, std::size_t bytes) {
  const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0) fail("cannot be opened");
  // Memory beyond the end of a file can be mapped but not touched.
  const bool has_them = ::lseek(file, 0, SEEK_END) >= static_cast<off_t>(offset + bytes);
  void* data = has_them ? ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file,
                                 static_cast<off_t>(offset))
                        : MAP_FAILED;
  ::close(file);  // the mapping stays
  if (!has_them) throw std::runtime_error("is shorter than its table");
  if (data == MAP_FAILED) fail("cannot be mapped into memory");
  Owner owner(data, [bytes](void* start) { ::munmap(start, bytes); });
  return TableMemory(std::move(owner), data, bytes, true);
}

void TableMemory::clear() {
  if (is_of_file_) {
    std::memset(data_, 0, bytes_);
  } else {
    // Fresh memory is cheaper than zeros: only what is touched is ever paid for.
    owner_.reset();
    *this = anonymous(bytes_ + kLine);
  }
}

void TableMemory::flush() const {
  if (is_of_file_ && ::msync(data_, bytes_, MS_SYNC) != 0) fail("cannot be written to disk");
}

}  // namespace goseki
