// SPDX-License-Identifier: MIT
// Parts of requests that several methods read.
#pragma once

#include "session.hpp"

namespace anmkit::bindings {

// The member "with": files that the user named.
Result<void> name_all(CompanionPool& pool, const Request& request);

// The member "file", which has to be readable and of a format of its own.
Result<const Parsed*> parsed_file(Session& session, const Request& request);

// The scene that `anmkit sample` samples: of the file, with what its format wants to be sampled
// with. The request says which clip.
Result<Scene> scene_to_sample(Session& session, const Request& request, SceneRequest wanted);

// What conversions, images and scenes are asked with: "clip", "options", "to" and so on.
Result<ConvertRequest> convert_request(const Request& request);

// Carries out what a request means: the one step of its files, or its subject.
using UseStep = std::function<Result<void>(const Step& step, const ConvertRequest& request,
                                           CompanionPool& companions)>;
// "files": paths that become one thing together, or "subject": the name of one of the project's.
// `notes`: choices that were made for the user.
Result<void> with_steps(Session& session, const Request& request, const ConvertRequest& wanted,
                        Diagnostics& notes, const UseStep& use);

// The error of a file that cannot be read.
Error reason_of(const Raw& raw);

}  // namespace anmkit::bindings
