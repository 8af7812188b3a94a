// The texts of the shared scene, the output view and of recordings, in English.
// No logic; they are a part of `en`.

export const enScene = {
  "scene.region": "Pages that share the stage",
  "scene.leads": "This page leads",
  "scene.leads.hint": "What is changed here reaches all other pages and outputs of this bridge.",
  "scene.follows": "Follows another page",
  "scene.follows.hint":
    "Another page leads the stage, and this one shows the same. As soon as you change something here, this page leads.",
  "scene.takeOver": "Take over",
  "scene.upload": "Sending {file}: {percent} %",
  "scene.notSent": "Other pages and outputs do not show {file}.",
  "scene.notApplied": "What another page has changed of {name} was not taken over.",
  "scene.assetTooLarge":
    "It is larger than the bridge takes: 256 MB, unless it was started with another --max-asset.",
  "scene.assetNoSpace": "The bridge has no room left for it; --max-assets gives more.",
  "scene.assetUnreachable": "The bridge did not answer.",
  "scene.assetAbsent":
    "The bridge does not have its file any more: open it once more on the page that leads.",
  "scene.tooLarge": "The stage is too large to be shared: other pages keep what they have.",
  "scene.newer":
    "The bridge's scene was written by a newer Doppel. It is left as it is; this page shows a stage of its own.",
  "scene.invalid":
    "The bridge's scene can not be read. It is left as it is; this page shows a stage of its own.",
  "scene.overtaken": "Another page changed the stage at the same moment. Its state is the one that counts.",
  "change.outputCamera": "camera of the output",
  "change.outputCameraOff": "output shows everybody",
  "output.noBridge": "Doppel: no connection to the bridge. Trying again …",
  "output.title": "Output for OBS",
  "output.hint":
    "In OBS add a source of the kind Browser, paste this address, and set the width to 1920 and the height to 1080. The background is transparent.",
  "output.address": "Address",
  "output.copy": "Copy the address",
  "output.front": "Always everybody from the front",
  "output.floor": "With the floor’s lines",
  "output.camera": "The output’s camera",
  "output.cameraAll": "The output shows everybody from the front.",
  "output.cameraSent": "The output looks from where this camera stood when it was sent.",
  "output.cameraNeeds": "The camera can be sent while the stage is shown.",
  "output.sendCamera": "Send this camera to the output",
  "output.showAll": "Show everybody",
  "error.sequence": "The pictures could not be recorded",
  "sequence.title": "Record a sequence of PNGs",
  "sequence.transparent": "Transparent background",
  "sequence.rate": "Pictures a second",
  "sequence.every": "Every one",
  "sequence.everyHint": "Each picture that is drawn, however fast that is.",
  "sequence.rateHint":
    "Where drawing falls behind, a picture is repeated, so that the sequence keeps its time; how many were late is said.",
  "sequence.folder": "They go into a new folder, within one that you choose.",
  "sequence.zip": "They are saved as one ZIP, of at most 2 GB.",
  "sequence.begin": "Begin",
  "sequence.end": "End and save the sequence",
  "sequence.discard": "Throw the sequence away",
  "sequence.count": "Pictures: {written}",
  "sequence.countLate": "Pictures: {written}, {late} late",
  "sequence.done": "Pictures recorded: {written}",
  "sequence.doneLate": "Pictures recorded: {written}, {late} late",
  "fault.sequence-full": "The ZIP is full: 2 GB. What it holds has been saved.",
  "take.start": "Record the performance",
  "take.stop": "End the recording",
  "take.list": "Recordings of the performance",
  "take.hint":
    "The bridge records what all performers do, whichever avatars follow them. Played back by the bridge, a recording drives avatars as the live performance did.",
  "take.dropped": "{count} frames are not in it.",
  "take.download": "Download {file}",
  "take.none": "Nothing has been recorded yet.",
  "take.failed": "The recording does not run",
  "take.noList": "The recordings could not be listed",
  "takeError.already-recording": "Another one runs already.",
  "takeError.not-recording": "It had ended before.",
  "takeError.no-data-folder":
    "The bridge has no folder to write to: start it with --data and the name of a folder.",
  "takeError.no-space": "The bridge's disk is almost full. What was recorded before is kept.",
  "takeError.too-large":
    "It has reached the size at which recordings end (--max-take). What was recorded is kept; a new one can be begun.",
  "takeError.write-failed": "The bridge could not write the file.",
} as const;
