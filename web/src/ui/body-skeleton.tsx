// What the avatar's skeleton was found to be: bones, rest pose, lengths, findings, and the way to mend the map.
// It changes nothing itself.
import type { BodyRig } from "../state/body-rig";
import { humanBoneNames } from "../tables/human-bones";
import { type Text, useApp, useText } from "./context";
import { Icon } from "./icons";

export function BodySkeleton() {
  const text = useText();
  const { store } = useApp();
  const rig = store.bodyRig.rig.value;
  if (rig === null) return <MapButton />;
  return (
    <>
      <p class={rig.complete ? "body-note" : "body-note tone-weak"}>
        {text(rig.complete ? "skeleton.complete" : "skeleton.incomplete")}
      </p>
      <dl class="skeleton">
        {facts(text, rig).map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Findings rig={rig} />
      <MapButton />
    </>
  );
}

function facts(text: Text, rig: BodyRig): readonly (readonly [string, string])[] {
  const metres = (value: number) => text("skeleton.metres", { value: text.number(value, 3) });
  const [left, right] = rig.armDegrees;
  return [
    [
      text("bodySection.skeleton"),
      text("skeleton.bones", { count: Object.keys(rig.humanoid).length, total: humanBoneNames.length }),
    ],
    [text("skeleton.rest"), text(`rest.${rig.rest}`, { angle: text.number((left + right) / 2, 0) })],
    [text("skeleton.height"), metres(rig.height)],
    [text("skeleton.leg"), metres(rig.legLength)],
    [text("skeleton.arm"), metres(rig.armLength)],
    [text("skeleton.ankle"), metres(rig.ankleHeight)],
    [
      text("skeleton.chain"),
      text("skeleton.chainValue", { spine: rig.spineJoints, neck: rig.neckJoints, rolls: rig.rollJoints }),
    ],
  ];
}

function Findings({ rig }: { rig: BodyRig }) {
  const text = useText();
  if (rig.findings.length === 0) return null;
  return (
    <details class="findings" data-testid="bone-findings">
      <summary>
        <Icon name="info" />
        {text("skeleton.findings", { count: rig.findings.length })}
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reachable by keys */}
      <ul tabIndex={0}>
        {rig.findings.map(({ kind, bone, text: reason }) => (
          <li key={`${kind} ${bone} ${reason}`}>
            {text.bone(bone)}: {text(`boneFinding.${kind}`)} <small lang="en">{reason}</small>
          </li>
        ))}
      </ul>
    </details>
  );
}

export function MapButton() {
  const text = useText();
  const { store, actions } = useApp();
  return (
    <button
      type="button"
      class="button button-plain button-small"
      disabled={store.avatar.value === null}
      onClick={() => actions.bones.open()}
    >
      <Icon name="map" />
      {text("skeleton.map")}
    </button>
  );
}
