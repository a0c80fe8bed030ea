// SPDX-License-Identifier: MIT
// Limits: values by option, and messages about bad ones.
#include "core/limits.hpp"

#include <gtest/gtest.h>

#include <set>

namespace anmkit {
namespace {

Options with(std::initializer_list<const char*> values) {
  Options options;
  for (const char* value : values)
    options.set("limit", value);
  return options;
}

TEST(Limits, DefaultsApply) {
  EXPECT_EQ(limit_in({}, Limit::ticks), 1'000'000u);
  const Options options = with({"ticks=5", "samples=7", "ticks=6"});
  EXPECT_EQ(limit_in(options, Limit::ticks), 6u);
  EXPECT_EQ(limit_in(options, Limit::samples), 7u);
  EXPECT_EQ(limit_in(options, Limit::pictures), info_of(Limit::pictures).value);
}

TEST(Limits, FixedLimitsCannotChange) {
  EXPECT_FALSE(check_limits(with({"json-nesting=9"})));
  EXPECT_EQ(limit_in(with({"json-nesting=9"}), Limit::json_nesting), 512u);
}

TEST(Limits, RejectsBadValues) {
  EXPECT_TRUE(check_limits(with({"ticks=9007199254740992"})));
  for (const char* value : {"ticks=9007199254740993", "ticks=", "ticks", "ticks=0", "ticks=+1",
                            "ticks= 1", "ticks=1 ", "ticks=0x10", "tick=1", "=1", ""}) {
    const auto checked = check_limits(with({"samples=7", value}));
    ASSERT_FALSE(checked) << value;
    EXPECT_NE(checked.error().message.find("--limit " + std::string(value)), std::string::npos);
    EXPECT_EQ(limit_in(with({value}), Limit::ticks), 1'000'000u) << value;
  }
}

TEST(Limits, NamesAreUnique) {
  std::set<std::string_view> names;
  for (const LimitInfo& limit : limits()) {
    EXPECT_TRUE(names.insert(limit.name).second) << limit.name;
    EXPECT_TRUE(limit.meaning.ends_with('.')) << limit.name;
  }
}

TEST(Limits, MessagesGiveTheOption) {
  const Error error = over_limit(Limit::ticks, 5, "9 are wanted");
  EXPECT_EQ(error.code, "anmkit.LIMIT");
  EXPECT_EQ(error.message, "9 are wanted; the limit ticks is 5 (--limit ticks=N changes it)");
}

}  // namespace
}  // namespace anmkit
