// A body in the engine that is none: it has settings in force, answers what it is told to, and records what was asked.
// Calibrations are marks that can be told apart; nothing is solved.
import type { BodyStage } from "../../web/src/commands/ports";
import type { AutoCalibration, BodySettings } from "../../web/src/core/body-documents";
import { bodyPart } from "../../web/src/state/body-settings";
import type { Profile } from "../../web/src/state/profile";
import type { Store } from "../../web/src/state/store";

export function makeBodyStage(store: Store, profile: () => Profile | null, step: (name: string) => void) {
  const ofProfile = () => bodyPart(profile()) as unknown as BodySettings;
  /** What the engine has beside the profile: a calibration or offsets that are not kept yet. */
  let own: BodySettings | null = null;
  let calibrations = 0;
  const auto = { stage: "none" as AutoCalibration["stage"], isForced: false };
  const told = {
    fault: "none" as ReturnType<BodyStage["calibrate"]>,
    /** While scale and head are found. */
    stance: "none" as ReturnType<BodyStage["autoCalibrate"]>,
    hasFrame: true,
    neckScale: 1.25 as number | null,
    floor: -0.04 as number | null,
    head: [3, -5, 1] as readonly number[],
    performers: ["Anna", "Ben"],
  };
  const inForce = () => own ?? ofProfile();
  const stage: BodyStage = {
    follow: (performer) => {
      step(`follow ${performer}`);
      if (performer !== null && !told.performers.includes(performer))
        throw new RangeError(`performer: ${performer}`);
      store.bodyRig.follows.value = performer;
    },
    calibrate: (pose, force = false) => {
      step(`calibrate ${pose}${force ? " force" : ""}`);
      if (told.fault !== "none" && !force) return told.fault;
      const half = 0.01 * ++calibrations;
      const rotationOffsets = { hips: [Math.sin(half), 0, 0, Math.cos(half)] as const };
      own = { ...inForce(), calibration: { pose, live: true, rotationOffsets } };
      return "none";
    },
    calibrateHeadForward: () => {
      step("headForward");
      if (!told.hasFrame) return false;
      const [x = 0, y = 0, z = 0] = told.head;
      own = {
        ...inForce(),
        parameters: {
          ...inForce().parameters,
          headRotationOffsetX: x,
          headRotationOffsetY: y,
          headRotationOffsetZ: z,
        },
      };
      return true;
    },
    autoCalibrate: (force) => {
      step(`autoCalibrate${force ? " force" : ""}`);
      if (!told.hasFrame) return "missing-bones";
      if (told.stance !== "none" && !force) return told.stance;
      Object.assign(auto, { stage: "scaling", isForced: force });
      return "none";
    },
    autoCalibration: () => {
      if (told.stance !== "none" && !auto.isForced) {
        auto.stage = "refused";
        return { stage: auto.stage, fault: told.stance };
      }
      auto.stage = auto.stage === "scaling" ? "turning" : "done";
      if (auto.stage === "done") {
        const [x = 0, y = 0, z = 0] = told.head;
        const head = { headRotationOffsetX: x, headRotationOffsetY: y, headRotationOffsetZ: z };
        const parameters = { ...inForce().parameters, avatarScale: told.neckScale ?? 1, ...head };
        own = { ...inForce(), parameters };
      }
      return { stage: auto.stage, fault: "none" };
    },
    neckHeightScale: () => told.neckScale,
    autoFloorHeight: (comfort) => {
      step(`autoFloor ${comfort}`);
      return told.floor;
    },
    inForce,
    tryOut: (settings) => {
      step(`tryOut ${JSON.stringify(settings.parameters ?? {})}`);
      own = settings;
    },
    restore: () => {
      step("restore");
      own = null;
    },
  };
  store.bodyRig.follows.value = "Anna";
  store.bodyRig.joints.value = ["Hips", "Head", "Root"];
  return {
    stage,
    told,
    /** How far the automatic calibration is. */
    autoStage: () => auto.stage,
    /** The engine's own settings are those of the profile. */
    agrees: () => JSON.stringify(inForce()) === JSON.stringify(ofProfile()),
    /** As the theatre does it: a profile that is put into force takes the place of what was tried. */
    profileSet: () => {
      own = null;
    },
  };
}
