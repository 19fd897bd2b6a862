// What a Python process calls by ctypes: the number of samples of a data set, or -1 with a message.
#include <hashlab/data.h>

#include <cstdio>
#include <exception>

extern "C" int count_samples(const char* path, char* message, std::size_t size) {
  try {
    return static_cast<int>(hashlab::read_dataset(path).size());
  } catch (const std::exception& error) {
    std::snprintf(message, size, "%s", error.what());
    return -1;
  }
}
