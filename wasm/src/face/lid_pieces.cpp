// Which pieces of the surface are the lids of one eye, the skin around it and the eye itself.
// It looks at no opening (face/lids.hpp) and knows no rig: lids are what the blink channel moves on that side.
#include "face/lid_pieces.hpp"

#include <algorithm>
#include <glm/geometric.hpp>
#include <string>
#include <utility>

#include "face/moved_surface.hpp"

namespace doppel::face {
namespace {

/// A piece belongs to the lids when some of it moves at least this share of the blink's largest displacement.
constexpr double kLidShare = 0.5;
/// The lids are part of a face when their piece is more than this much larger than what the blink moves; then other moved pieces
/// (lashes, liner) are not lids.
constexpr double kFaceToLids = 3.0;
/// A piece is the eye when a look channel moves at least this share of its area.
constexpr double kEyeShare = 0.5;
/// Without look channels the eye is among the pieces whose centre is no further from the moved lids than this many of their
/// sizes,
constexpr double kEyeDistance = 1.0;
/// and that are no larger than this many of their sizes: hair and clothes are.
constexpr double kEyeSize = 3.0;

/// One flag a component.
using Pieces = std::vector<std::uint8_t>;

// Components of which the side's look channels, or its eye bone, move the most.
Pieces moved_by_looking(const ChannelFields& fields, const SurfaceComponents& components, Side side) {
  Pieces eyes(components.count(), 0);
  const Surface& surface = fields.surface;
  const std::string end = side == Side::kLeft ? "Left" : "Right";
  DisplacementField field;
  std::vector<double> touched(components.count(), 0.0);
  const auto collect = [&] {
    for (std::uint32_t c = 0; c < components.count(); ++c) {
      if (touched[c] > kEyeShare * components.area(c)) eyes[c] = 1;
    }
    std::fill(touched.begin(), touched.end(), 0.0);
  };
  for (const char* stem : {"eyeLookDown", "eyeLookIn", "eyeLookOut", "eyeLookUp"}) {
    const std::size_t channel = face_channel_index(stem + end).value_or(0);
    if (!fields.has_route(channel)) continue;
    fields.evaluate(channel, 1.0, field);
    for (const std::uint32_t number : field.touched_triangles(surface)) {
      const Triangle& t = surface.triangles()[number];
      touched[components.of_triangle(t)] += surface.triangle_area(t);
    }
    collect();
  }
  const std::vector<CarriedVertex>& carried = surface.carried(side == Side::kLeft ? FaceBone::kLeftEye : FaceBone::kRightEye);
  if (carried.empty()) return eyes;
  std::vector<std::uint8_t> is_carried(surface.positions().size(), 0);
  for (const CarriedVertex& carrier : carried) {
    is_carried[carrier.vertex] = carrier.share > kEyeShare ? 1 : 0;
  }
  for (const Triangle& t : surface.triangles()) {
    if (is_carried[t[0]] != 0) touched[components.of_triangle(t)] += surface.triangle_area(t);
  }
  collect();
  return eyes;
}

class LidFinder {
 public:
  LidFinder(const ChannelFields& fields, const SurfaceComponents& components, const std::vector<glm::dvec3>& rest)
      : fields_(fields), surface_(fields.surface), components_(components), rest_(rest) {}

  LidPieces find(Side side, const DisplacementField& blink);

 private:
  void find_lids(const DisplacementField& blink);
  void sort_pieces();
  void collect_triangles();
  bool moves(std::uint32_t vertex, double share) const { return shares_[vertex] >= share; }
  bool moves_any(const Triangle& t, double share) const { return moves(t[0], share) || moves(t[1], share) || moves(t[2], share); }

  const ChannelFields& fields_;
  const Surface& surface_;
  const SurfaceComponents& components_;
  const std::vector<glm::dvec3>& rest_;
  std::vector<double> shares_;  // per vertex: how far the blink moves it, of the largest; 0 on the other side of the face
  Pieces lid_pieces_;           // of which the blink really moves something
  std::uint32_t primary_ = 0;   // the largest of them
  bool is_face_ = false;        // it is the skin of a face, not just lids
  Pieces skin_;
  Pieces eyes_;
  std::vector<Box> boxes_;  // of all components
  LidPieces found_;
};

LidPieces LidFinder::find(Side side, const DisplacementField& blink) {
  const double largest = blink.largest();
  if (!(largest > 0.0)) return {};
  const double sign = side == Side::kLeft ? 1.0 : -1.0;
  shares_.assign(rest_.size(), 0.0);
  for (const std::uint32_t v : blink.touched()) {
    if (sign * rest_[v].x > 0.0) shares_[v] = glm::length(blink.at(v)) / largest;
  }
  find_lids(blink);
  if (!found_.found()) return {};
  eyes_ = moved_by_looking(fields_, components_, side);
  for (std::size_t piece = 0; piece < eyes_.size(); ++piece) {
    if (lid_pieces_[piece] != 0) eyes_[piece] = 0;
  }
  sort_pieces();
  collect_triangles();
  return std::move(found_);
}

void LidFinder::find_lids(const DisplacementField& blink) {
  double primary_area = -1.0;
  lid_pieces_.assign(components_.count(), 0);
  for (const std::uint32_t v : blink.touched()) {
    if (!moves(v, kLidShare)) continue;
    const std::uint32_t piece = components_.of_vertex(v);
    lid_pieces_[piece] = 1;
    if (components_.area(piece) <= primary_area) continue;
    primary_ = piece;
    primary_area = components_.area(piece);
  }
  double moved_area = 0.0;
  boxes_.resize(components_.count());
  for (const Triangle& t : surface_.triangles()) {
    const std::uint32_t piece = components_.of_triangle(t);
    for (const std::uint32_t v : t) boxes_[piece].include(rest_[v]);
    if (lid_pieces_[piece] == 0 || !moves_any(t, kMovedShare)) continue;
    moved_area += surface_.triangle_area(t);
    for (const std::uint32_t v : t) found_.moved.include(rest_[v]);
  }
  is_face_ = primary_area > kFaceToLids * moved_area;
}

// Which pieces are eye and which are skin. On a face the lids are part of one skin; else every lid may be a piece of its own.
void LidFinder::sort_pieces() {
  if (is_face_) {
    skin_.assign(lid_pieces_.size(), 0);
  } else {
    skin_ = lid_pieces_;
  }
  skin_[primary_] = 1;
  const bool is_eye_known = std::any_of(eyes_.begin(), eyes_.end(), [](std::uint8_t is_eye) { return is_eye != 0; });
  const Box around = found_.moved.grown(kEyeDistance * found_.moved.extent());
  for (std::uint32_t piece = 0; piece < boxes_.size(); ++piece) {
    const Box& box = boxes_[piece];
    if (lid_pieces_[piece] != 0 || eyes_[piece] != 0 || box.is_empty()) continue;
    if (!around.contains(box.centre()) || box.extent() > kEyeSize * found_.moved.extent()) continue;
    // A lid that does not move is as far in front as the one that does; the eye is behind them.
    if (!is_face_ && (is_eye_known || box.high.z >= found_.moved.high.z)) {
      skin_[piece] = 1;
    } else if (!is_eye_known) {
      eyes_[piece] = 1;
    }
  }
}

void LidFinder::collect_triangles() {
  for (const Triangle& t : surface_.triangles()) {
    const std::uint32_t piece = components_.of_triangle(t);
    if (eyes_[piece] != 0) {
      found_.eye.push_back(t);
      for (const std::uint32_t v : t) found_.eye_box.include(rest_[v]);
    } else if (skin_[piece] != 0 && moves_any(t, kMovedShare)) {
      found_.moved_skin.push_back(t);
    }
  }
  Box around = found_.moved.grown(kHoleReach * found_.moved.extent());
  if (!found_.eye.empty()) {
    around.include(found_.eye_box.low);
    around.include(found_.eye_box.high);
  }
  for (const Triangle& t : surface_.triangles()) {
    if (skin_[components_.of_triangle(t)] == 0) continue;
    Box box;
    for (const std::uint32_t v : t) box.include(rest_[v]);
    if (glm::all(glm::lessThanEqual(box.low, around.high)) && glm::all(glm::greaterThanEqual(box.high, around.low))) {
      found_.skin.push_back(t);
    }
  }
}

}  // namespace

LidPieces find_lid_pieces(const ChannelFields& fields, const SurfaceComponents& components, const std::vector<glm::dvec3>& rest,
                          Side side, const DisplacementField& blink) {
  return LidFinder(fields, components, rest).find(side, blink);
}

}  // namespace doppel::face
