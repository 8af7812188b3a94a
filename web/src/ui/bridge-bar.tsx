// The live connection: what it does now, whom the avatar follows, how old a frame is when it is on the bones.
// It holds no choice; where the page came from no bridge there is nothing of it.
import { useEffect, useRef } from "preact/hooks";
import type { BridgeFacts } from "../state/bridge";
import { isLost, troubleOf } from "../state/bridge-trouble";
import { useApp, useText } from "./context";
import { IconButton } from "./controls";
import { TakeRecorder } from "./take-recorder";

/** Frames between two updates of the numbers: more often nobody can read them. */
const NUMBERS_EVERY = 30;
const NOBODY = "";

/** Key of the sentence that says where the connection stands. */
function stateKey(facts: BridgeFacts) {
  const { connection, source } = facts;
  if (isLost(facts)) return "live.waiting";
  return connection !== "open" || source === "" ? "live.connecting" : (`live.${source}` as const);
}

const isWell = ({ connection, source }: BridgeFacts) => connection === "open" && source === "streaming";

export function BridgeBar() {
  const text = useText();
  const { store, actions, comparison } = useApp();
  // On the stage each avatar has a menu of its own.
  const isAlone = comparison.state.mode.value !== "stage";
  const facts = store.bridge.value;
  if (facts.connection === "off") return null;
  const { message, reason, server } = facts;
  const details = [server, message, reason].filter((part) => part !== "");
  return (
    <fieldset
      class="bridge-bar"
      aria-label={text("live.region")}
      data-testid="bridge-bar"
      data-recording={facts.recording?.active === true}
    >
      <span class="bridge-dot" data-well={isWell(facts)} aria-hidden="true" />
      <output class="bridge-state" title={details.join("\n")}>
        {text(stateKey(facts))}
      </output>
      <HelpButton facts={facts} />
      {isWell(facts) && <LiveNumbers rate={facts.rate} />}
      <TakeRecorder />
      {isAlone && store.body.value === null && store.bodyRig.performers.value.length > 0 && (
        <select
          class="input bridge-performer"
          aria-label={text("live.performer")}
          value={store.bodyRig.follows.value ?? NOBODY}
          onChange={({ currentTarget: { value } }) => actions.body.follow(value === NOBODY ? null : value)}
        >
          <option value={NOBODY}>{text("live.nobody")}</option>
          {store.bodyRig.performers.value.map(({ key, name, rig }) => (
            <option key={key} value={key} disabled={rig === null}>
              {name}
            </option>
          ))}
        </select>
      )}
    </fieldset>
  );
}

function HelpButton({ facts }: { readonly facts: BridgeFacts }) {
  const text = useText();
  const { store, actions } = useApp();
  const trouble = troubleOf(facts);
  if (trouble === null) return null;
  const shown = store.guide.help.value === trouble;
  return (
    <IconButton
      icon="info"
      label={text("live.help")}
      pressed={shown}
      onClick={() => actions.guide.showHelp(shown ? null : trouble)}
    />
  );
}

function LiveNumbers({ rate }: { readonly rate: number }) {
  const text = useText();
  const { store } = useApp();
  const shown = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let waited = NUMBERS_EVERY;
    return store.live.onFrame(() => {
      if (++waited < NUMBERS_EVERY) return;
      waited = 0;
      const median = store.live.latency.percentile(0.5);
      if (shown.current === null) return;
      shown.current.textContent = Number.isFinite(median)
        ? text("live.numbers", { rate: Math.round(rate), latency: Math.round(median * 1000) })
        : text("live.rate", { rate: Math.round(rate) });
    });
  }, [store, rate, text]);
  return <span class="bridge-numbers" ref={shown} title={text("live.numbers.hint")} />;
}
