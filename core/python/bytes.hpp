// Bytes of Python as the core reads and writes them.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

#include "codes.hpp"

namespace tilerummy {

inline Bytes view(const nanobind::bytes& bytes) {
    return {static_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}

inline nanobind::bytes to_python(const std::string& bytes) {
    return nanobind::bytes(bytes.data(), bytes.size());
}

}  // namespace tilerummy
