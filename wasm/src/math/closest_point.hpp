// The point of a triangle that is closest to a given one.
// It is not a spatial index: one triangle at a time.
#pragma once

#include <glm/vec3.hpp>

namespace doppel::math {

/// By the regions of the triangle's corners, edges and inside (Ericson, "Real-Time Collision Detection", 5.1.5). A degenerate
/// triangle gives a point of it, not necessarily the closest.
glm::dvec3 closest_on_triangle(const glm::dvec3& point, const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c);

}  // namespace doppel::math
