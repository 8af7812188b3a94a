// What a joint's name means, from tables of words.
// It is not a mapping: the same word means different bones in different rigs, and `humanoid_map` decides.
#include "rig/bone_name.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace doppel::rig {
namespace {

using Words = std::vector<std::string>;
using Row = std::pair<std::string_view, NameStem>;
constexpr std::size_t kMaxNameLength = 200;

// Parts in Latin letters: the words of a name without side, number and separators, joined.
constexpr auto kParts = std::to_array<Row>({
    {"hips", NameStem::kHips},
    {"hip", NameStem::kHips},
    {"pelvis", NameStem::kHips},
    {"spine", NameStem::kTorso},
    {"chest", NameStem::kTorso},
    {"upperchest", NameStem::kTorso},
    {"torso", NameStem::kTorso},
    {"abdomen", NameStem::kTorso},
    {"ab", NameStem::kTorso},
    {"waist", NameStem::kTorso},
    {"abdomenlower", NameStem::kTorso},
    {"abdomenupper", NameStem::kTorso},
    {"chestlower", NameStem::kTorso},
    {"chestupper", NameStem::kTorso},
    {"lowerback", NameStem::kTorso},
    {"upperback", NameStem::kTorso},
    {"ribcage", NameStem::kTorso},
    {"lowerspine", NameStem::kTorso},
    {"upperspine", NameStem::kTorso},
    {"neck", NameStem::kNeck},
    {"necktwist", NameStem::kNeck},
    {"necklower", NameStem::kNeck},
    {"neckupper", NameStem::kNeck},
    {"head", NameStem::kHead},
    {"jaw", NameStem::kJaw},
    {"jawroot", NameStem::kJaw},
    {"lowerjaw", NameStem::kJaw},
    {"eye", NameStem::kEye},
    {"faceeye", NameStem::kEye},
    {"eyeball", NameStem::kEye},
    {"clavicle", NameStem::kCollar},
    {"collar", NameStem::kCollar},
    {"collarbone", NameStem::kCollar},
    {"clav", NameStem::kCollar},
    {"shoulder", NameStem::kShoulder},
    {"shldr", NameStem::kShoulder},
    {"upperarm", NameStem::kUpperArm},
    {"uparm", NameStem::kUpperArm},
    {"uarm", NameStem::kUpperArm},
    {"arm", NameStem::kUpperArm},
    {"shldrbend", NameStem::kUpperArm},
    {"upperarmbend", NameStem::kUpperArm},
    {"forearm", NameStem::kLowerArm},
    {"lowerarm", NameStem::kLowerArm},
    {"farm", NameStem::kLowerArm},
    {"lowarm", NameStem::kLowerArm},
    {"elbow", NameStem::kLowerArm},
    {"forearmbend", NameStem::kLowerArm},
    {"hand", NameStem::kHand},
    {"wrist", NameStem::kHand},
    {"upperleg", NameStem::kUpperLeg},
    {"upleg", NameStem::kUpperLeg},
    {"thigh", NameStem::kUpperLeg},
    {"thighbend", NameStem::kUpperLeg},
    {"uleg", NameStem::kUpperLeg},
    {"leg", NameStem::kLeg},
    {"lowerleg", NameStem::kLowerLeg},
    {"lowleg", NameStem::kLowerLeg},
    {"calf", NameStem::kLowerLeg},
    {"shin", NameStem::kLowerLeg},
    {"knee", NameStem::kLowerLeg},
    {"lleg", NameStem::kLowerLeg},
    {"foot", NameStem::kFoot},
    {"ankle", NameStem::kFoot},
    {"toe", NameStem::kToes},
    {"toes", NameStem::kToes},
    {"toebase", NameStem::kToes},
    {"ball", NameStem::kToes},
    {"thumb", NameStem::kThumb},
    {"index", NameStem::kIndex},
    {"middle", NameStem::kMiddle},
    {"mid", NameStem::kMiddle},
    {"ring", NameStem::kRing},
    {"pinky", NameStem::kLittle},
    {"pinkie", NameStem::kLittle},
    {"little", NameStem::kLittle},
    {"small", NameStem::kLittle},
});

// MMD's names, without side and number.
constexpr auto kJapanese = std::to_array<Row>({
    {"センター", NameStem::kHips}, {"グルーブ", NameStem::kHips}, {"腰", NameStem::kHips},        {"上半身", NameStem::kTorso},
    {"首", NameStem::kNeck},       {"頭", NameStem::kHead},       {"あご", NameStem::kJaw},       {"顎", NameStem::kJaw},
    {"目", NameStem::kEye},        {"肩", NameStem::kCollar},     {"腕", NameStem::kUpperArm},    {"ひじ", NameStem::kLowerArm},
    {"肘", NameStem::kLowerArm},   {"手首", NameStem::kHand},     {"足", NameStem::kUpperLeg},    {"ひざ", NameStem::kLowerLeg},
    {"膝", NameStem::kLowerLeg},   {"足首", NameStem::kFoot},     {"つま先", NameStem::kToes},    {"親指", NameStem::kThumb},
    {"人指", NameStem::kIndex},    {"人差指", NameStem::kIndex},  {"人差し指", NameStem::kIndex}, {"中指", NameStem::kMiddle},
    {"薬指", NameStem::kRing},     {"小指", NameStem::kLittle},   {"腕捩", NameStem::kRoll},      {"手捩", NameStem::kRoll},
});

// A name with one of these words is no human bone, whatever else it says.
constexpr auto kIgnoredWords = std::to_array<std::string_view>(
    {"ik",         "fk",     "end",       "nub",         "target", "pole",   "ctrl",   "control",  "share",
     "sharebone",  "org",    "mch",       "vis",         "tweak",  "helper", "socket", "weapon",   "gun",
     "attach",     "sec",    "hair",      "skirt",       "breast", "bust",   "site",   "effector", "pv",
     "corrective", "inhand", "footsteps", "metatarsals", "adjust", "fix",    "dummy",  "cloth",    "tail"});
constexpr auto kRollWords = std::to_array<std::string_view>({"twist", "roll"});
// Words of a rig's name, dropped with the number that follows.
constexpr auto kRigWords =
    std::to_array<std::string_view>({"mixamorig", "bip", "biped", "armature", "skeleton", "def", "valvebiped"});
// Where a finger's joint stands in it.
constexpr auto kSegments = std::to_array<std::pair<std::string_view, int>>(
    {{"metacarpal", 0}, {"meta", 0}, {"proximal", 1}, {"intermediate", 2}, {"distal", 3}});

template <typename List>
bool has(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

/// Words in lower case: parted at separators, between letters and digits, and at capitals ("LHipJoint": l, hip, joint).
Words words_of(std::string_view name) {
  Words words;
  std::string word;
  const auto flush = [&] {
    if (!word.empty()) words.push_back(std::exchange(word, {}));
  };
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (!is_digit(c) && !is_upper(c) && !is_lower(c)) {
      flush();
      continue;
    }
    const char last = word.empty() ? '\0' : name[i - 1];
    const bool next_is_lower = i + 1 < name.size() && is_lower(name[i + 1]);
    const bool starts = !word.empty() &&
                        (is_digit(c) != is_digit(last) || (is_upper(c) && (is_lower(last) || (is_upper(last) && next_is_lower))));
    if (starts) flush();
    word.push_back(static_cast<char>(std::tolower(static_cast<unsigned char>(c))));
  }
  flush();
  return words;
}

Side side_of(std::string_view word) {
  if (word == "left" || word == "l" || word == "lft" || word == "lf") return Side::kLeft;
  if (word == "right" || word == "r" || word == "rgt" || word == "rt") return Side::kRight;
  return Side::kNone;
}

/// Motive's "LUArm" and "LFArm" part as "lu", "arm": the side is the first letter.
void part_motive_arms(Words& words) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const std::string& word = words[i];
    if (words[i + 1] != "arm" || word.size() != 2 || (word[0] != 'l' && word[0] != 'r') || (word[1] != 'u' && word[1] != 'f'))
      continue;
    words[i + 1] = word.substr(1) + "arm";
    words[i] = word.substr(0, 1);
  }
}

void drop_rig_words(Words& words) {
  Words kept;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!has(kRigWords, words[i])) {
      kept.push_back(words[i]);
    } else if (i + 2 < words.size() && is_digit(words[i + 1].front())) {
      ++i;  // the rig's number, where something follows it
    }
  }
  words = std::move(kept);
}

NameStem part_of(std::string_view key) {
  for (const auto& [word, stem] : kParts) {
    if (word == key) return stem;
  }
  return NameStem::kUnknown;
}

bool is_finger(NameStem stem) { return stem >= NameStem::kThumb; }

struct Reading {
  std::string key;     // words of the part, joined
  std::string number;  // digits of the last number
  Side side = Side::kNone;
  int sides = 0;
  int segment = kNoNumber;
  bool is_roll = false;
};

/// "upperarmtwist" is "upperarm", and a roll bone.
std::string without_roll(const std::string& word, bool& is_roll) {
  for (const std::string_view roll : kRollWords) {
    if (word.size() <= roll.size() || !word.ends_with(roll)) continue;
    is_roll = true;
    return word.substr(0, word.size() - roll.size());
  }
  return word;
}

Reading read(std::span<const std::string> words) {
  Reading reading;
  for (const std::string& word : words) {
    const auto* const segment =
        std::find_if(kSegments.begin(), kSegments.end(), [&](const auto& row) { return row.first == word; });
    if (const Side side = side_of(word); side != Side::kNone) {
      reading.side = side;
      ++reading.sides;
    } else if (is_digit(word.front())) {
      reading.number = word;
    } else if (segment != kSegments.end()) {
      reading.segment = segment->second;
    } else if (has(kRollWords, word)) {
      reading.is_roll = true;
    } else {
      reading.key += without_roll(word, reading.is_roll);
    }
  }
  return reading;
}

/// 3ds Max numbers fingers: "Finger0" is the thumb's first joint, "Finger12" the index finger's third.
bool read_biped_finger(const Reading& reading, NameMeaning& meaning) {
  if (reading.key != "finger" || reading.number.empty() || reading.number.size() > 2 || reading.number[0] > '4') return false;
  meaning.stem = static_cast<NameStem>(static_cast<int>(NameStem::kThumb) + (reading.number[0] - '0'));
  meaning.number = reading.number.size() == 2 ? reading.number[1] - '0' + 1 : 1;
  return true;
}

/// "handthumb", "findex", "indexfinger", "fingerindex": what stands beside the finger's own word.
NameStem finger_of(std::string_view key) {
  for (const std::string_view beside : {"hand", "finger", "f"}) {
    if (key.size() > beside.size() && key.starts_with(beside)) {
      const NameStem stem = part_of(key.substr(beside.size()));
      if (is_finger(stem)) return stem;
    }
  }
  if (key.ends_with("finger")) {
    const NameStem stem = part_of(key.substr(0, key.size() - 6));
    if (is_finger(stem)) return stem;
  }
  return NameStem::kUnknown;
}

int number_in(const std::string& digits) { return digits.empty() || digits.size() > 6 ? kNoNumber : std::stoi(digits); }

NameMeaning latin_meaning(std::string_view name) {
  const std::size_t colon = name.find_last_of(":|");
  Words words = words_of(colon == std::string_view::npos ? name : name.substr(colon + 1));
  for (const std::string& word : words) {
    if (has(kIgnoredWords, word)) return {NameStem::kIgnored};
  }
  drop_rig_words(words);
  part_motive_arms(words);
  const Side any_side = read(words).side;
  for (std::size_t prefix = 0; prefix < words.size(); ++prefix) {
    const Reading reading = read(std::span(words).subspan(prefix));
    NameMeaning meaning{NameStem::kUnknown, reading.side == Side::kNone ? any_side : reading.side};
    meaning.prefix = static_cast<int>(prefix);
    if (reading.sides > 1) continue;
    if (read_biped_finger(reading, meaning)) return meaning;
    meaning.stem = part_of(reading.key);
    if (meaning.stem == NameStem::kUnknown) meaning.stem = finger_of(reading.key);
    if (meaning.stem == NameStem::kUnknown) {
      // "ForeTwist" alone, and limbs of rigs that call it so.
      if (reading.is_roll && reading.side != Side::kNone) return {NameStem::kRoll, reading.side};
      continue;
    }
    if (reading.is_roll && meaning.stem != NameStem::kNeck) meaning.stem = NameStem::kRoll;
    meaning.number = reading.segment == kNoNumber ? number_in(reading.number) : reading.segment;
    meaning.is_metacarpal = reading.segment == 0;
    return meaning;
  }
  return {};
}

/// Full-width digits and letters become their plain forms.
std::string plain_width(std::string_view name) {
  std::string plain;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (i + 2 < name.size() && name[i] == '\xEF' && (name[i + 1] == '\xBC' || name[i + 1] == '\xBD')) {
      const int base = name[i + 1] == '\xBC' ? 0x00 : 0x40;
      const int low = static_cast<unsigned char>(name[i + 2]) - 0x80 + base + 0x20;
      if (low > 0x20 && low < 0x7F) {
        plain.push_back(static_cast<char>(low));
        i += 2;
        continue;
      }
    }
    plain.push_back(name[i]);
  }
  return plain;
}

NameMeaning japanese_meaning(std::string name) {
  NameMeaning meaning;
  for (const auto& [text, side] : {std::pair{"左", Side::kLeft}, std::pair{"右", Side::kRight}}) {
    const std::size_t at = name.find(text);
    if (at == std::string::npos) continue;
    meaning.side = side;
    name.erase(at, std::string_view(text).size());
  }
  std::string digits;
  while (!name.empty() && is_digit(name.back())) {
    digits.insert(digits.begin(), name.back());
    name.pop_back();
  }
  meaning.number = number_in(digits);
  if (name.find("IK") != std::string::npos) return {NameStem::kIgnored};
  for (const auto& [word, stem] : kJapanese) {
    if (name == word) meaning.stem = stem;
  }
  // Only what has a side is a limb: "両目" turns both eyes, "首" has none.
  return meaning;
}

}  // namespace

NameMeaning meaning_of(std::string_view name) {
  if (name.size() > kMaxNameLength) return {};
  const std::string plain = plain_width(name);
  const bool is_latin = std::all_of(plain.begin(), plain.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  return is_latin ? latin_meaning(plain) : japanese_meaning(plain);
}

}  // namespace doppel::rig
