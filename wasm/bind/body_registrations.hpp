// Registrations of the bodies: members of the engine, the layout of their rows, and the cold calls on their documents.
#pragma once

#include <emscripten/bind.h>

#include "engine/engine.hpp"

namespace doppel::bind {

void register_bodies(emscripten::class_<engine::Engine>& engine);

}  // namespace doppel::bind
