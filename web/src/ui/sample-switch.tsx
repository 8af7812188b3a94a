// The switch between the avatars of Doppel's own: a small portrait and a name for each.
// It opens nothing itself, and tells by the pressed button which one is open or on its way.
import type { JSX } from "preact";
import { type SampleName, samples } from "../state/samples";
import { useApp, useText } from "./context";

export function SampleSwitch(): JSX.Element {
  const text = useText();
  const { store, actions } = useApp();
  const origin = store.origin.value;
  const open = origin?.kind === "sample" ? origin.name : null;
  const shown = store.comingSample.value ?? open;
  return (
    <fieldset class="samples" aria-label={text("sample.region")} data-testid="samples">
      {samples.map(({ name }) => (
        <button
          key={name}
          type="button"
          class="sample"
          aria-pressed={shown === name}
          title={text(`sample.${name}.hint`)}
          onClick={() => {
            if (shown !== name) void actions.openSample(name);
          }}
        >
          <Portrait name={name} />
          <span>{text(`sample.${name}`)}</span>
        </button>
      ))}
    </fieldset>
  );
}

/** Hair, face and clothes in the avatar's own colours, 24 units square. */
function Portrait({ name }: { name: SampleName }): JSX.Element {
  return (
    <svg class={`portrait portrait-${name}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {name === "realistic" ? <Bob /> : <Tails />}
    </svg>
  );
}

function Bob(): JSX.Element {
  return (
    <>
      <path class="portrait-clothes" d="M3 24c0-4 3.500-5.500 9-5.500s9 1.500 9 5.500z" />
      <path
        class="portrait-hair"
        d="M5.500 17.500C4.500 7.500 7 3 12 3s7.500 4.500 6.500 14.500l-3 .8H8.500z"
      />
      <path class="portrait-neck" d="M10.200 15.500h3.600v4.200c-1.200.9-2.400.9-3.600 0z" />
      <path
        class="portrait-skin"
        d="M7.600 10.200c2.600-.2 4.900-1.300 6-3 .7 1.500 1.700 2.500 2.800 3 0 4-1.700 7.300-4.400 7.300s-4.400-3.300-4.400-7.300z"
      />
      <path
        class="portrait-line"
        d="M9.400 11.600h1.300M13.300 11.600h1.300M10.500 14.600c.9.800 2.100.8 3 0"
      />
    </>
  );
}

function Tails(): JSX.Element {
  return (
    <>
      <path class="portrait-clothes" d="M4 24c0-3.500 3-5 8-5s8 1.500 8 5z" />
      <path
        class="portrait-hair"
        d="M6.500 5.500C2.500 4 1 8 1.800 14.500c1.900-.9 3.300-2.500 3.900-4.500zM17.500 5.500c4-1.500 5.500 2.500 4.700 9-1.900-.9-3.300-2.500-3.900-4.500zM5 16.500C4 8 6.500 3 12 3s8 5 7 13.500z"
      />
      <path
        class="portrait-skin"
        d="M6.600 11c1.800-.1 3-1.200 3.600-2.600.4 1.400 1 2.100 1.800 2.100s1.400-.7 1.800-2.100c.6 1.400 1.800 2.500 3.600 2.600.2 4.600-2 8-5.400 8s-5.600-3.400-5.400-8z"
      />
      <path
        class="portrait-eyes"
        d="M8.400 13.300a1.100 1.500 0 1 0 2.200 0 1.100 1.500 0 1 0-2.200 0zM13.400 13.300a1.100 1.500 0 1 0 2.200 0 1.100 1.500 0 1 0-2.200 0z"
      />
      <path class="portrait-line" d="M11 16.700c.6.500 1.400.5 2 0" />
    </>
  );
}
