// The texts of `--help`. They say what the command does, what it prints and how it ends.
// docs/command-line.md says the same at more length.

import type { CommandName } from "./arguments";

const exits = `Exit codes: 0 done; 1 a file, link or document was refused; 2 called wrongly. Reasons are on stderr.`;

const overview = `doppel - calibrates the faces of avatars, puts body recordings on them

  doppel calibrate FILE   measure an avatar and say what its 52 channels do
  doppel report FILE      visible travel against the reference, raw and calibrated
  doppel profile ...      turn a profile into a share link and back
  doppel remap ...        one channel's curve
  doppel motion FILE      what a body recording holds; BVH and VRM animation out
  doppel retarget TAKE AVATAR
                          a body recording on an avatar: VRM animation or BVH out, and what it cost

Each has --help of its own. Paths are relative to the folder you call from.
${exits}`;

const avatarOptions = `  --reference FILE     compare with this face instead of the built-in one: another avatar, or a JSON file of \`up\`,
                       \`faceHeight\` and \`channels\`
  --method METHOD      range_match (default), adaptive_remap or linear
  --substitute CHANNEL=ID
                       drive a channel by one of the offers that the table shows; may be repeated`;

const byCommand: Readonly<Record<CommandName, string>> = {
  calibrate: `doppel calibrate FILE [options]

Measures a GLB, glTF or VRM file and calibrates its face against the reference. Prints a table; with --json one document:
{ avatar: { file, format, fingerprint, height, faceHeight, licence }, score: { before, after }, channels: { all 52 } },
lengths in metres. Channels that are missing have null for every number.

  --json               print JSON instead of the table
  --profile OUT        write the profile to this file; the page opens it
  --keep PROFILE       keep the settings and the locked channels of this profile
${avatarOptions}

${exits}`,
  report: `doppel report FILE [options]

Compares what each channel shows with what the reference shows at the inputs 0.03, 0.1, 0.3, 0.6, 0.8 and 1, raw and calibrated.
Travels are shares of the face height that both faces have in common.

  --json, --csv        print that form instead of the table
  --profile PROFILE    report on this profile instead of a fresh calibration
${avatarOptions}

${exits}`,
  profile: `doppel profile encode FILE
doppel profile decode LINK

encode prints the share link fragment (#p=...) of a profile file; decode prints the profile of a fragment or a whole address.
FILE or LINK may be "-" for standard input.

${exits}`,
  remap: `doppel remap --method METHOD --ratio R [--dead-zone D] [--saturation S] X...

Prints the outputs of one channel's curve for the inputs X, on one line, separated by spaces.

  --method METHOD      range_match, adaptive_remap or linear
  --ratio R            reference travel / avatar travel, above 0
  --dead-zone D        weight at which the avatar begins to move, 0..1, default 0
  --saturation S       weight at which it ends, 0..1, default 1

${exits}`,
  motion: `doppel motion FILE [options]

Reads a BVH file, a Motive CSV export or a VRM animation and prints what is in it: frames, rate, unit, up axis, height, bones,
rigid bodies, markers, and what was assumed.

  --json               print one JSON document instead
  -o, --out OUT        write one performer: OUT.bvh in centimetres, or OUT.vrma where the bones are VRM's
  --performer N        which performer is written, from 1, default 1
  --order ORDER        rotation order of a BVH file that is written: ZXY (default), XYZ, XZY, YXZ, YZX or ZYX
  --units UNIT         length unit of FILE: mm, cm, in, ft, m, cmu, or its length in metres
  --up AXIS            y or z: what points up in FILE
  --rest-up AXIS       y or z: what points up in its skeleton at rest, where that is another axis
  --rate N             frames a second of FILE

${exits}`,
  retarget: `doppel retarget TAKE AVATAR [-o OUT] [--report [FILE.json]] [options]

Puts a performer of a body recording on a VRM, GLB or glTF avatar. OUT ends in .vrma (VRM animation) or .bvh (centimetres): the avatar's
human bones with VRM's names, at rest in an unturned T-pose.

  -o, --out OUT        write the motion
  --report [FILE.json] print which joints were taken for which bones, what is missing or doubtful, rest poses, sizes, and the meters of
                       all frames; with a name, write the same as JSON
  --performer N|NAME   which performer of TAKE, by number from 1 or by name, default 1
  --settings FILE      settings of a profile; its calibration only with --calibrated
  --calibrated         take the profile's calibration too: TAKE is of the performer it was made with
  --set NAME=VALUE     one parameter, over those of --settings; may be repeated: --set rootMotion=scaled
  --floor HEIGHT       height of the floor in TAKE in metres, or auto (default): where the feet stand
  --prop BODY=TYPE     a rigid body of TAKE is a prop: object, chair or hand; may be repeated
  --from S, --to S     part of TAKE, seconds
  --rate N             frames a second of OUT, default TAKE's
  --take-rate N        frames a second of TAKE, where the file is wrong
  --units, --up, --rest-up
                       as of \`doppel motion\`

${exits}`,
};

export function helpText(about: CommandName | undefined): string {
  return about === undefined ? overview : byCommand[about];
}
