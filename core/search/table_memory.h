// TableMemory: the zeroed memory that a table lies in, which is its own or that of a file.
//
// Memory of a file is shared with the file (mmap). What a search has written there outlives
// its process, however that ends; what has been flushed outlives the machine.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <utility>

namespace goseki {

class TableMemory {
 public:
  static constexpr std::size_t kLine = 64;  // bytes of a cache line

  // Zeroed memory of at most `bytes`: whole cache lines, but at least one. It is only asked
  // for, and taken from the system where it is touched. Throws std::bad_alloc.
  static TableMemory anonymous(std::size_t bytes);

  // `bytes` of an open file (its POSIX descriptor) from `offset` on, a multiple of the
  // system's page size. The file may be closed afterwards. Throws std::runtime_error.
  static TableMemory of_file(int file, std::size_t offset, std::size_t bytes);

  void* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }
  bool is_of_file() const { return file_ >= 0; }

  // Makes all bytes zero.
  void clear();

  // Returns when the bytes of the file are on its disk; does nothing for other memory. May be
  // called while another thread writes. Throws std::runtime_error.
  void flush() const;

 private:
  using Owner = std::unique_ptr<void, std::function<void(void*)>>;

  TableMemory(Owner owner, void* data, std::size_t bytes)
      : owner_(std::move(owner)), data_(data), bytes_(bytes) {}

  Owner owner_;
  void* data_;
  std::size_t bytes_;
  int file_ = -1;  // its own copy of the descriptor, which it closes
  std::size_t offset_ = 0;
};

}  // namespace goseki
