// The family's formats behind the Document interface.
#pragma once

#include "anmkit/document.hpp"
#include "anmkit/gc.hpp"
#include "anmkit/registry.hpp"

namespace anmkit::gc {

inline constexpr std::string_view kBankId = "gc-anm";
inline constexpr std::string_view kActorId = "gc-act";

class BankDocument final : public Document {
 public:
  explicit BankDocument(Bank parsed) : bank(std::move(parsed)) {}
  std::string_view format() const override { return kBankId; }
  Result<Bytes> write() const override { return gc::write(bank); }
  void dump(JsonWriter& writer) const override;
  void check(Companions companions, const Options& options,
             Diagnostics& diagnostics) const override;
  DocumentInfo info() const override;
  Result<Scene> to_scene(Companions companions, const Options& options,
                         Diagnostics& diagnostics) const override;
  Result<Playback> play(const PlayRequest& request, Companions companions,
                        const Options& options) const override;
  std::vector<std::string> find_companions(const std::string& path,
                                           const Neighbourhood& around) const override;

  Bank bank;
};

class ActorDocument final : public Document {
 public:
  explicit ActorDocument(Actor parsed) : actor(std::move(parsed)) {}
  std::string_view format() const override { return kActorId; }
  Result<Bytes> write() const override { return gc::write(actor); }
  void dump(JsonWriter& writer) const override;
  void check(Companions companions, const Options& options,
             Diagnostics& diagnostics) const override;
  DocumentInfo info() const override;
  Result<Scene> to_scene(Companions companions, const Options& options,
                         Diagnostics& diagnostics) const override;
  std::vector<std::string> find_companions(const std::string& path,
                                           const Neighbourhood& around) const override;

  Actor actor;
};

// The first actor among the companions, or null.
const Actor* find_actor(Companions companions);

// inside.cpp: section 15.
std::vector<std::uint64_t> find_banks(ByteView bytes);
std::vector<std::uint64_t> find_compact_clips(ByteView bytes);

// json.cpp
Result<DocumentPtr> build_bank(const JsonValue& object, Diagnostics& diagnostics);
Result<DocumentPtr> build_actor(const JsonValue& object, Diagnostics& diagnostics);

}  // namespace anmkit::gc
