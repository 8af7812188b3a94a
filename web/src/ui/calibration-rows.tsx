// The lines of the calibration over the stage: how somebody stands now, and what came of the pose that was taken.
// What is wrong with a pose is found elsewhere.
import type { TextKey } from "../i18n/translate";
import type { FlowCheck, FlowFlaw, FlowResult } from "../state/calibration-flow";
import { useText } from "./context";

/** Flaws that are shown of one person; the worst come first. */
const MOST_FLAWS = 3;

export function CheckRow({ check: { avatar, performer, leader, flaws } }: { readonly check: FlowCheck }) {
  const text = useText();
  if (leader !== "") return <LedRow avatar={avatar} leader={leader} />;
  const isGood = flaws !== null && flaws.length === 0;
  const isRefused = flaws?.some((flaw) => flaw.isRefused) ?? false;
  return (
    <li class="flow-row" data-state={isGood ? "good" : isRefused || flaws === null ? "bad" : "fair"}>
      <Who avatar={avatar} performer={performer} />
      {performer === "" ? (
        <span>{text("flow.follows.nobody")}</span>
      ) : flaws === null ? (
        <span>{text("flow.unseen")}</span>
      ) : isGood ? (
        <span class="flow-good">{text("flow.good")}</span>
      ) : (
        <Flaws flaws={flaws} />
      )}
    </li>
  );
}

function Who({ avatar, performer }: { readonly avatar: string; readonly performer: string }) {
  return (
    <strong class="flow-who">
      {performer === "" ? avatar : performer}
      {performer !== "" && <span class="flow-avatar"> → {avatar}</span>}
    </strong>
  );
}

/** Who copies another is calibrated with that one. */
function LedRow({ avatar, leader }: { readonly avatar: string; readonly leader: string }) {
  const text = useText();
  return (
    <li class="flow-row" data-state="led">
      <Who avatar={avatar} performer="" />
      <span>{text("flow.copies", { leader })}</span>
    </li>
  );
}

function Flaws({ flaws }: { readonly flaws: readonly FlowFlaw[] }) {
  const text = useText();
  return (
    <ul class="flow-flaws">
      {flaws.slice(0, MOST_FLAWS).map(({ kind, side, amount, isRefused }) => (
        <li key={`${kind}${side}`} data-refused={isRefused}>
          {text(`flaw.${kind}` as TextKey, {
            side: side === "" ? "" : text(`flaw.${side}`),
            amount,
          })}
        </li>
      ))}
    </ul>
  );
}

export function ResultRow({ result }: { readonly result: FlowResult }) {
  const text = useText();
  const { avatar, performer, leader, fault, flaws, scale, head } = result;
  if (leader !== "") return <LedRow avatar={avatar} leader={leader} />;
  const turned = head === null ? 0 : Math.max(...head.map(Math.abs));
  return (
    <li class="flow-row" data-state={fault === null ? "good" : "bad"}>
      <Who avatar={avatar} performer={performer} />
      {fault === null ? (
        <span class="flow-good">
          {text("flow.taken")}
          {scale !== null && ` ${text("flow.scale", { scale: text.number(scale, 2) })}`}
          {head !== null && ` ${text("flow.head", { degrees: text.number(turned, 1) })}`}
        </span>
      ) : (
        <span>{fault === "nobody" ? text("flow.follows.nobody") : text(`fault.${fault}` as TextKey)}</span>
      )}
      {flaws !== null && flaws.length > 0 && <Flaws flaws={flaws} />}
    </li>
  );
}
