// SPDX-License-Identifier: MIT
// One list of fields a struct, used in both directions between structs and JSON.
//
//   template <class Archive, Of<Key> T>
//   void fields(Archive& archive, T& key) {
//     archive("time", key.time);
//     archive("value", key.value);
//   }
//
// Integers stay integers, f32 values come back to the same bits (NaN payloads too), strings that
// are not UTF-8 become {"hex": "..."}, byte vectors become base64, enums their numbers. Reading is
// strict: a missing, repeated, unknown or ill-typed member is an error that names its path.
#pragma once

#include <array>
#include <concepts>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/json.hpp"

namespace anmkit {

template <class T, class U>
concept Of = std::same_as<std::remove_const_t<T>, U>;

template <class Archive, Of<Gap> T>
void fields(Archive& archive, T& gap) {
  archive("offset", gap.offset);
  archive("bytes", gap.bytes);
}

namespace detail {
template <class T>
inline constexpr bool kIsArray = false;
template <class T, std::size_t N>
inline constexpr bool kIsArray<std::array<T, N>> = true;
template <class T>
inline constexpr bool kIsVector = false;
template <class T>
inline constexpr bool kIsVector<std::vector<T>> = true;
// Numbers side by side; those of a vector of bool are not.
template <class T>
inline constexpr bool kIsRow = false;
template <class T>
  requires(kIsArray<T> || kIsVector<T>)
inline constexpr bool kIsRow<T> =
    std::is_arithmetic_v<typename T::value_type> && !std::same_as<T, std::vector<bool>>;
template <class T>
inline constexpr bool kIsOptional = false;
template <class T>
inline constexpr bool kIsOptional<std::optional<T>> = true;
}  // namespace detail

class FieldWriter {
 public:
  explicit FieldWriter(JsonWriter& writer) : writer_(writer) {}

  // A member; optionals that are empty are left out.
  template <class T>
  void operator()(std::string_view name, const T& value) {
    if constexpr (detail::kIsOptional<T>) {
      if (!value) return;
      writer_.key(name);
      write(*value);
    } else {
      writer_.key(name);
      write(value);
    }
  }
  // A member that a record in a file does not store (core/records.hpp).
  template <class T>
  void elsewhere(std::string_view name, const T& value) {
    (*this)(name, value);
  }

 private:
  template <class T>
  void write(const T& value) {
    if constexpr (std::is_enum_v<T>) {
      writer_.value(static_cast<std::underlying_type_t<T>>(value));
    } else if constexpr (std::is_arithmetic_v<T>) {
      writer_.value(value);
    } else if constexpr (std::same_as<T, std::string>) {
      write_string(value);
    } else if constexpr (std::same_as<T, Bytes>) {
      writer_.base64(value);
    } else if constexpr (detail::kIsRow<T>) {
      writer_.row(std::span<const typename T::value_type>(value));
    } else if constexpr (detail::kIsArray<T> || detail::kIsVector<T>) {
      writer_.begin_array();
      for (const auto& item : value)
        write(item);
      writer_.end_array();
    } else {
      writer_.begin_object();
      fields(*this, value);
      writer_.end_object();
    }
  }
  void write_string(const std::string& text);

  JsonWriter& writer_;
};

class FieldReader {
 public:
  // `path` names the object in error messages.
  FieldReader(JsonValue object, std::string path) : object_(object), path_(std::move(path)) {
    if (!object_.is(JsonKind::object)) set_error(object_, path_, "an object");
  }

  template <class T>
  void operator()(std::string_view name, T& value) {
    if (error_) return;
    const JsonValue member = object_[name];
    if constexpr (detail::kIsOptional<T>) {
      if (!member) {
        value.reset();
        return;
      }
      ++seen_;
      read(member, value.emplace(), join(name));
    } else {
      if (!member) {
        error_ = Error{Severity::error, std::string(kBadJson), object_.begin_offset(), join(name),
                       "member is missing"};
        return;
      }
      ++seen_;
      read(member, value, join(name));
    }
    known_.emplace_back(name);
  }
  template <class T>
  void elsewhere(std::string_view name, T& value) {
    (*this)(name, value);
  }

  // Call after the last field: finds members that no field took.
  std::optional<Error> finish();

 private:
  template <class T>
  void read(JsonValue from, T& value, const std::string& path) {
    if (error_) return;
    if constexpr (std::is_enum_v<T>) {
      std::underlying_type_t<T> number{};
      read(from, number, path);
      value = static_cast<T>(number);
    } else if constexpr (std::same_as<T, bool>) {
      if (const auto flag = from.boolean()) {
        value = *flag;
      } else {
        set_error(from, path, "true or false");
      }
    } else if constexpr (std::is_integral_v<T>) {
      read_integer(from, value, path);
    } else if constexpr (std::same_as<T, float>) {
      read_float(from, value, path);
    } else if constexpr (std::same_as<T, double>) {
      read_double(from, value, path);
    } else if constexpr (std::same_as<T, std::string>) {
      read_string(from, value, path);
    } else if constexpr (std::same_as<T, Bytes>) {
      read_bytes(from, value, path);
    } else if constexpr (detail::kIsArray<T>) {
      if (!from.is(JsonKind::array) || from.size() != value.size()) {
        set_error(from, path, "an array of " + std::to_string(value.size()));
        return;
      }
      std::size_t i = 0;
      for (JsonValue item = from.first(); item; item = item.next(), ++i) {
        read(item, value[i], index(path, i));
      }
    } else if constexpr (detail::kIsVector<T>) {
      if (!from.is(JsonKind::array)) {
        set_error(from, path, "an array");
        return;
      }
      value.clear();
      value.reserve(from.size());
      std::size_t i = 0;
      for (JsonValue item = from.first(); item && !error_; item = item.next(), ++i) {
        read(item, value.emplace_back(), index(path, i));
      }
    } else {
      FieldReader inner(from, path);
      if (!inner.error_) fields(inner, value);
      error_ = inner.finish();
    }
  }

  template <class T>
  void read_integer(JsonValue from, T& value, const std::string& path) {
    const auto number = from.integer();
    if (number && std::in_range<T>(*number)) {
      value = static_cast<T>(*number);
      return;
    }
    set_error(from, path,
              "an integer " + std::to_string(std::numeric_limits<T>::min()) + " ... " +
                  std::to_string(std::numeric_limits<T>::max()));
  }
  void read_float(JsonValue from, float& value, const std::string& path);
  void read_double(JsonValue from, double& value, const std::string& path);
  void read_string(JsonValue from, std::string& value, const std::string& path);
  void read_bytes(JsonValue from, Bytes& value, const std::string& path);

  void set_error(JsonValue at, const std::string& path, const std::string& wanted);
  std::string join(std::string_view name) const {
    return path_.empty() ? std::string(name) : path_ + "." + std::string(name);
  }
  static std::string index(const std::string& path, std::size_t i) {
    return path + "[" + std::to_string(i) + "]";
  }

  JsonValue object_;
  std::string path_;
  std::size_t seen_ = 0;
  std::vector<std::string> known_;
  std::optional<Error> error_;
};

// Writes the fields of `value` into the object that is open in `writer`.
template <class T>
void write_fields(JsonWriter& writer, const T& value) {
  FieldWriter archive(writer);
  fields(archive, value);
}

// Reads a struct from a JSON object.
template <class T>
Result<T> read_fields(JsonValue object) {
  T value;
  FieldReader archive(object, "");
  fields(archive, value);
  if (auto error = archive.finish()) return std::unexpected(std::move(*error));
  return value;
}

}  // namespace anmkit
