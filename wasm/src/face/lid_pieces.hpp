// Which pieces of the surface are the lids of one eye, the skin around it and the eye itself.
// It looks at no opening (face/lids.hpp) and knows no rig: lids are what the blink channel moves on that side.
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <vector>

#include "face/box.hpp"
#include "face/channel_fields.hpp"
#include "face/components.hpp"

namespace doppel::face {

enum class Side : std::uint8_t { kLeft, kRight };

/// Without an eye the opening is looked for this far above and below the moved lids, in their heights.
inline constexpr double kHoleReach = 1.0;

/// All boxes and triangles are of one side's lids; nothing in them where the blink moves nothing there.
struct LidPieces {
  std::vector<Triangle> skin;        // around the eye, lids included
  std::vector<Triangle> moved_skin;  // of the skin, what the blink moves
  std::vector<Triangle> eye;         // none: the opening is looked for in the skin alone
  Box moved;                         // of the lids, in the face's frame
  Box eye_box;                       // of the eye, in the face's frame

  bool found() const { return !moved.is_empty(); }
};

/// `rest` has all vertices of the fields' surface in the face's frame; `blink` is the displacement of the side's blink channel at
/// weight 1.
LidPieces find_lid_pieces(const ChannelFields& fields, const SurfaceComponents& components, const std::vector<glm::dvec3>& rest,
                          Side side, const DisplacementField& blink);

}  // namespace doppel::face
