// The opening between the lids of one eye, seen from the front: how far any channel closes it, and where lids pass each other.
// It does not decide saturation; which pieces are lids and eye is face/lid_pieces.hpp's.
#pragma once

#include <cstdint>
#include <vector>

#include "face/channel_fields.hpp"
#include "face/components.hpp"
#include "face/face_frame.hpp"
#include "face/lid_pieces.hpp"

namespace doppel::face {

/// Lid skin covers the eye from in front, or from this far behind the eye's surface, in heights of the eye: a linear blink takes
/// the margin along a chord through the ball.
inline constexpr double kLidDepth = 0.1;

class Lids {
 public:
  /// `blink` is the displacement of the side's blink channel at weight 1.
  Lids(const ChannelFields& fields, const SurfaceComponents& components, const FaceFrame& frame, Side side,
       const DisplacementField& blink);

  /// False where the blink moves no skin in front of an eye, or the eye shows no opening at rest.
  bool found() const { return rest_cells_ > 0; }
  /// Height of the opening where it is tallest, metres.
  double rest_gap() const { return rest_gap_; }

  struct Opening {
    double area_share = 1.0;    // of the area at rest
    double height_share = 1.0;  // tallest column, of the tallest at rest
  };
  /// The opening with `scale` x `field`.
  Opening opening(const DisplacementField& field, double scale) const;
  /// True where `scale` x `field` leaves at most these shares of the opening.
  bool closes(const DisplacementField& field, double scale, const Opening& left) const;
  /// Share of the gap between the margins that `scale` x `field` closes, mean over the columns: 0 none, 1 margins meet, above 1
  /// they pass each other, negative where it opens. Shares of linear channels add up.
  double closure(const DisplacementField& field, double scale) const;
  /// How far the upper margin has passed below the lower one with `scale` x `field`, metres; 0 where it has not.
  double crossing(const DisplacementField& field, double scale) const;

 private:
  // A point of the surface that moves with its triangle.
  struct MaterialPoint {
    Triangle triangle{};
    glm::dvec3 weights{0.0};
  };
  struct Margin {
    MaterialPoint upper;
    MaterialPoint lower;
  };
  struct Cover;
  double margin_gap(const Margin& margin, const DisplacementField& field, double scale) const;
  glm::dvec3 turned(const glm::dvec3& vector) const;
  glm::dvec3 moved(std::uint32_t vertex, const DisplacementField& field, double scale) const;
  Cover cover(const DisplacementField& field, double scale, std::size_t column_step) const;
  void rasterize_skin(const std::vector<glm::dvec3>& points, std::size_t first, std::size_t last, std::size_t column_step,
                      Cover& cover) const;
  void keep_still_cover();
  Opening look(const DisplacementField& field, double scale, std::size_t column_step) const;
  void number_skin(const DisplacementField& blink);
  void place_grid(const LidPieces& pieces);
  void fill_eye_depths(const LidPieces& pieces);
  void fill_column_depths(const LidPieces& pieces);
  void find_opening();
  void find_margins(const Cover& rest);

  const Surface& surface_;
  FaceFrame frame_;
  std::vector<glm::dvec3> rest_;               // all vertices in the frame
  std::vector<std::uint32_t> skin_vertices_;   // the vertices of `skin_`
  std::vector<Triangle> skin_;                 // numbers in `skin_vertices_`; first those that the blink touches
  std::size_t moving_ = 0;                     // so many of `skin_`
  std::vector<std::uint32_t> still_vertices_;  // vertices of the others
  std::vector<std::uint8_t> still_cover_;      // per cell: covered by the others
  double left_ = 0.0;                          // of the first column's centre, metres along `left`
  double bottom_ = 0.0;
  double column_width_ = 0.0;
  double row_height_ = 0.0;
  double depth_ = 0.0;                // metres behind the eye's surface at which skin still covers
  std::vector<double> eye_depths_;    // per cell, along `forward`; lowest where there is no eye
  std::vector<std::uint8_t> is_eye_;  // per cell: where an opening is looked for
  std::size_t rest_cells_ = 0;
  std::size_t rest_tallest_ = 0;
  double rest_gap_ = 0.0;
  std::vector<Margin> margins_;
};

}  // namespace doppel::face
