// Limb weights with what decided each, and the quality meters with their judgement, both live.
// The words are of the last half second or less; nothing here renders with a frame.
import { qualityLines, qualityOf } from "../state/body-quality";
import { type BodyMeterName, bodyMeterAt, weightLayers } from "../tables/body-meters";
import { useApp, useText } from "./context";
import { LiveBars } from "./live-bars";

const limbs = ["hips", "leftArm", "rightArm", "leftLeg", "rightLeg"] as const;
/** Frames between two writings: six and two times a second at 60. */
const WEIGHT_EVERY = 10;
const QUALITY_EVERY = 30;
/** From here on a weight is written as 1. */
const FREE = 0.995;

export function LimbWeights() {
  const text = useText();
  const { store } = useApp();
  return (
    <>
      <LiveBars
        label={text("limb.label")}
        language={text.language}
        every={WEIGHT_EVERY}
        lines={limbs.map((limb) => ({
          key: limb,
          name: text(`limb.${limb}`),
          bar: {
            meters: [bodyMeterAt[`${limb}Weight` as BodyMeterName]],
            full: 1,
            good: Number.POSITIVE_INFINITY,
            weak: Number.POSITIVE_INFINITY,
          },
        }))}
        write={(index, meters) => {
          if (store.live.bodyStatus[0] === 0) return { value: "–", words: text("layer.still") };
          const limb = limbs[index] ?? "hips";
          const weight = meters[bodyMeterAt[`${limb}Weight` as BodyMeterName]] ?? 0;
          // Legs and hips go by the least of their layers: at 1 none of them says anything.
          if (weight >= FREE && !limb.endsWith("Arm")) {
            return { value: text.number(weight, 2), words: text("layer.free") };
          }
          const layer = weightLayers[meters[bodyMeterAt[`${limb}Layer` as BodyMeterName]] ?? 0] ?? "none";
          return { value: text.number(weight, 2), words: text(`layer.${layer}`) };
        }}
      />
      <p class="body-note">{text("limb.hint")}</p>
    </>
  );
}

export function QualityMeters() {
  const text = useText();
  const { store } = useApp();
  return (
    <>
      <LiveBars
        label={text("quality.label")}
        language={text.language}
        every={QUALITY_EVERY}
        lines={qualityLines.map(({ name, meters, full, good, weak }) => ({
          key: name,
          name: text(`quality.${name}`),
          hint: text(`quality.${name}.hint`),
          bar: { meters: meters.map((meter) => bodyMeterAt[meter]), full, good, weak },
        }))}
        write={(index, _, peaks) => {
          const line = qualityLines[index];
          if (line === undefined || store.live.bodyStatus[0] === 0)
            return { value: "–", words: text("quality.still") };
          const values = line.meters.map((meter) => peaks[bodyMeterAt[meter]] ?? 0);
          const shown = (value: number) => `${text.number(value, line.digits)} ${line.unit}`;
          const quality = qualityOf(line, Math.max(...values));
          return {
            value: values.map(shown).join(" · "),
            words: text(`quality.${quality}`),
            tone: quality,
          };
        }}
      />
      <p class="body-note">{text("quality.hint")}</p>
    </>
  );
}
