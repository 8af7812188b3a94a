// Stand-ins for channels that are weak, empty or missing: other targets, bones, VRM presets; and how an accepted one becomes the route.
// Whether one is shown to the user is decided by the channel's verdict, not here.
import { offerOf } from "../tables/substitute-code";
import type {
  AvatarDescription,
  ChannelRoute,
  ExpressionDescription,
  FaceRoutes,
  MorphSlot,
  SubstituteOffer,
} from "./avatar-description";
import { nameKey, nameVariants } from "./channel-names";
import { EMPTY_ROUTE } from "./channel-routes";
import { CHANNEL_NAMES, splitChannel } from "./channel-table";
import { EYE_TURN_DEGREES, eyeTurnRoute, type LookAt, lookAtRoute, SHARED_WEIGHT } from "./look-at";
import type { FaceBoneName } from "./skins";
import { reductionOf } from "./vrm-reduction";

/** How far the jaw bone turns for a fully open mouth, degrees. */
export const JAW_TURN_DEGREES = 20;
/** Positive turns about +X lower the chin of a face that looks along +Z. */
const JAW_OPEN_AXIS = [1, 0, 0] as const;

/** Stems (lower case, no separators) of targets that stand in for a channel without a side, best first. */
const CENTRE_STEMS: Readonly<Record<string, readonly string[]>> = {
  jawOpen: ["visemeaa", "mouthopen", "vrcvaa", "vaa", "mtha", "moutha", "aa", "ah", "a"],
  mouthFunnel: ["visemeo", "vrcvoh", "voh", "mtho", "moutho", "oh", "o"],
  mouthPucker: ["visemeu", "vrcvou", "vou", "mthu", "mouthu", "ou", "uu", "u"],
};

/** The same for channels with a side, by stem; a target without a side drives both halves. */
const SIDED_STEMS: Readonly<Record<string, readonly string[]>> = {
  eyeBlink: ["eyeblink", "blink", "eyesclosed", "eyesclose", "eyeclosed", "eyeclose", "eyesblink", "wink"],
  eyeLookUp: ["eyelookup", "eyeslookup", "lookup"],
  eyeLookDown: ["eyelookdown", "eyeslookdown", "lookdown"],
  mouthSmile: ["mouthsmile", "smile", "mouthhappy"],
};

/** Gaze sideways: `look_left` moves both eyes, the left one outwards. */
const LOOK_SIDEWAYS: Readonly<Record<string, { readonly stem: string; readonly side: string }>> = {
  eyeLookOutLeft: { stem: "look", side: "Left" },
  eyeLookInRight: { stem: "look", side: "Left" },
  eyeLookOutRight: { stem: "look", side: "Right" },
  eyeLookInLeft: { stem: "look", side: "Right" },
};

export interface SubstituteSources {
  readonly slots: readonly MorphSlot[];
  readonly expressions: readonly ExpressionDescription[];
  readonly lookAt: LookAt;
  readonly moving: ReadonlySet<FaceBoneName>;
  readonly isVrm: boolean;
  /** Names that may stand before a target's own, by mesh. */
  readonly owners: (mesh: number) => readonly string[];
}

/** Targets of equal stem and side on all meshes. */
interface TargetGroup {
  readonly name: string;
  readonly slots: number[];
}

function groupTargets(sources: SubstituteSources): Map<string, TargetGroup> {
  const groups = new Map<string, TargetGroup>();
  sources.slots.forEach((slot, index) => {
    const keys = new Set(
      nameVariants(slot.name, sources.owners(slot.mesh)).map((variant) => {
        const { stem, side } = nameKey(variant);
        return `${stem}/${side ?? ""}`;
      }),
    );
    for (const key of keys) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, { name: slot.name, slots: [index] });
      else if (!group.slots.some((other) => sources.slots[other]?.mesh === slot.mesh))
        group.slots.push(index);
    }
  });
  return groups;
}

function targetOffer(group: TargetGroup | undefined, weight: number): SubstituteOffer | undefined {
  if (group === undefined) return undefined;
  const binds = group.slots.map((slot) => ({ slot, weight }));
  return { id: `target:${group.name}`, route: { ...EMPTY_ROUTE, binds } };
}

function targetOffers(
  channel: string,
  groups: Map<string, TargetGroup>,
): readonly (SubstituteOffer | undefined)[] {
  const { stem, side } = splitChannel(channel);
  if (side === undefined) {
    return (CENTRE_STEMS[channel] ?? []).map((other) => targetOffer(groups.get(`${other}/`), 1));
  }
  const stems = SIDED_STEMS[stem] ?? [stem.toLowerCase()];
  const sideways = LOOK_SIDEWAYS[channel];
  return [
    ...stems.map((other) => targetOffer(groups.get(`${other}/${side}`), 1)),
    // `jaw` and `mouth` without a side are no shapes of their own.
    ...(stem === "jaw" || stem === "mouth" ? [] : stems).map((other) =>
      targetOffer(groups.get(`${other}/`), SHARED_WEIGHT),
    ),
    sideways && targetOffer(groups.get(`${sideways.stem}/${sideways.side}`), SHARED_WEIGHT),
  ];
}

function jawOffer(moving: ReadonlySet<FaceBoneName>): SubstituteOffer | undefined {
  if (!moving.has("jaw")) return undefined;
  const turns = [{ bone: "jaw" as const, axis: JAW_OPEN_AXIS, degrees: JAW_TURN_DEGREES }];
  return { id: "bone:jaw", route: { ...EMPTY_ROUTE, turns } };
}

function gazeOffers(channel: string, sources: SubstituteSources): readonly (SubstituteOffer | undefined)[] {
  const lookAt = sources.isVrm
    ? lookAtRoute(channel, sources.lookAt, sources.expressions, sources.moving)
    : undefined;
  const bones = eyeTurnRoute(channel, () => EYE_TURN_DEGREES, sources.moving);
  return [
    lookAt && { id: "lookAt", route: lookAt },
    bones && { id: `bone:${bones.turns[0]?.bone}`, route: bones },
  ];
}

function expressionOffer(channel: string, sources: SubstituteSources): SubstituteOffer | undefined {
  const reduction = reductionOf(channel, sources.expressions);
  return reduction && { id: `expression:${reduction.presets.join("+")}`, route: reduction.route };
}

export function isSameRoute(a: ChannelRoute | undefined, b: ChannelRoute | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function isUsed(offer: SubstituteOffer, route: ChannelRoute | undefined): boolean {
  if (route === undefined) return false;
  if (isSameRoute(offer.route, route)) return true;
  // A target that the channel has already is no stand-in for it.
  const own = new Set(route.binds.map((bind) => bind.slot));
  return offer.route.binds.some((bind) => own.has(bind.slot));
}

/** Offers for every channel that has any, best first. What a channel uses already is not offered to it. */
export function findSubstitutes(
  channels: Readonly<Record<string, ChannelRoute>>,
  sources: SubstituteSources,
): Readonly<Record<string, readonly SubstituteOffer[]>> {
  const groups = groupTargets(sources);
  const substitutes: Record<string, readonly SubstituteOffer[]> = {};
  for (const channel of CHANNEL_NAMES) {
    const isGaze = channel.startsWith("eyeLook");
    const presets = sources.isVrm ? [expressionOffer(channel, sources)] : [];
    const targets = targetOffers(channel, groups);
    // A jaw that only opens says more than a vowel does; lids and smiles are best as the VRM's author meant them.
    const candidates =
      channel === "jawOpen"
        ? [...targets, jawOffer(sources.moving), ...presets]
        : [...(isGaze ? gazeOffers(channel, sources) : []), ...presets, ...targets];
    const offers = new Map<string, SubstituteOffer>();
    for (const offer of candidates) {
      if (offer === undefined || offers.has(offer.id) || isUsed(offer, channels[channel])) continue;
      offers.set(offer.id, offer);
    }
    if (offers.size > 0) substitutes[channel] = [...offers.values()];
  }
  return substitutes;
}

/** `slot:12` or `slot:12+40`: targets that the user mapped by hand. */
function handMade(id: string, slotCount: number): ChannelRoute | undefined {
  const match = /^slot:(\d+(?:\+\d+)*)$/.exec(id);
  if (match === null) return undefined;
  const slots = (match[1] as string).split("+").map(Number);
  if (slots.some((slot) => slot >= slotCount)) return undefined;
  return { ...EMPTY_ROUTE, binds: slots.map((slot) => ({ slot, weight: 1 })) };
}

/** Accepted ids that this avatar does not have. */
export interface UnknownSubstitute {
  readonly channel: string;
  readonly id: string;
}

/**
 * The routes with the accepted substitutes in place of the channels' own.
 * @param accepted channel name -> id of an offer, its code as a link carries it, or `slot:12+40` for targets mapped by hand
 * @param unknown collects ids that the avatar does not offer; those channels keep their own route
 */
export function applySubstitutes(
  description: Pick<AvatarDescription, "routes" | "substitutes">,
  accepted: Readonly<Record<string, string>>,
  unknown: UnknownSubstitute[] = [],
): FaceRoutes {
  const channels: Record<string, ChannelRoute> = { ...description.routes.channels };
  for (const [channel, id] of Object.entries(accepted)) {
    const offers = description.substitutes[channel] ?? [];
    const offered = offerOf(
      id,
      offers.map((candidate) => candidate.id),
    );
    const offer = offers.find((candidate) => candidate.id === offered);
    const route = offer?.route ?? handMade(id, description.routes.slotCount);
    if (route === undefined || !CHANNEL_NAMES.includes(channel)) unknown.push({ channel, id });
    else channels[channel] = route;
  }
  return { ...description.routes, channels };
}
