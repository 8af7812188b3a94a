// Records the performance with the bridge: a button beside the live status, how long and how large it is, and the recordings to download.
// The bridge writes them; the page only asks.
import { useEffect, useState } from "preact/hooks";
import type { StoredTake } from "../commands/recording-actions";
import type { RecordingFacts } from "../state/bridge";
import { type Text, useApp, useText } from "./context";
import { IconButton } from "./controls";
import { Dialog } from "./dialog";
import { Icon } from "./icons";
import { clockText } from "./timeline-time";

const MEGABYTE = 1e6;

const sizeText = (text: Text, bytes: number) => `${text.number(bytes / MEGABYTE, 1)} MB`;

export function TakeRecorder() {
  const text = useText();
  const { store, recordings } = useApp();
  const [isOpen, setOpen] = useState(false);
  const { connection, recording } = store.bridge.value;
  if (connection !== "open" || recording === null) return null;
  const { active, name } = recording;
  return (
    <div class="take-recorder" data-testid="take-recorder">
      <IconButton
        icon={active ? "stop" : "record"}
        label={text(active ? "take.stop" : "take.start")}
        tone={active ? "plain" : "quiet"}
        onClick={() => recordings.toggle()}
      />
      {active && (
        <output class="take-time" aria-live="off" title={name}>
          <Progress recording={recording} />
        </output>
      )}
      <IconButton icon="takes" label={text("take.list")} onClick={() => setOpen(true)} />
      {isOpen && (
        <Dialog title={text("take.list")} close={() => setOpen(false)}>
          <Takes recording={recording} />
        </Dialog>
      )}
    </div>
  );
}

function Progress({ recording: { seconds, bytes } }: { readonly recording: RecordingFacts }) {
  return (
    <>
      {clockText(seconds)}
      <span class="take-size"> · {sizeText(useText(), bytes)}</span>
    </>
  );
}

function Takes({ recording }: { readonly recording: RecordingFacts }) {
  const text = useText();
  const { recordings } = useApp();
  const [takes, setTakes] = useState<readonly StoredTake[] | null>(null);
  const { active, name, dropped } = recording;
  // Whoever begins or ends one: the list is another then.
  useEffect(() => {
    let isWanted = true;
    void recordings.list().then((list) => {
      if (isWanted) setTakes(list);
    });
    return () => {
      isWanted = false;
    };
  }, [recordings, active, name]);
  return (
    <section class="takes-part" data-testid="takes">
      <p class="field-hint">{text("take.hint")}</p>
      <div class="form-buttons">
        <span role="status">
          {active && <Progress recording={recording} />}
          {dropped > 0 && ` ${text("take.dropped", { count: dropped })}`}
        </span>
        <button type="button" class="button button-accent" onClick={() => recordings.toggle()}>
          <Icon name={active ? "stop" : "record"} />
          {text(active ? "take.stop" : "take.start")}
        </button>
      </div>
      {takes !== null && takes.length === 0 && <p class="field-hint">{text("take.none")}</p>}
      {takes !== null && takes.length > 0 && (
        <ul class="takes-list">
          {takes.map((take) => (
            <TakeRow key={take.name} take={take} />
          ))}
        </ul>
      )}
    </section>
  );
}

function TakeRow({ take: { name, bytes, modified } }: { readonly take: StoredTake }) {
  const text = useText();
  const { recordings } = useApp();
  const when = new Date(1000 * modified).toLocaleString(text.language, {
    dateStyle: "medium",
    timeStyle: "short",
  });
  return (
    <li class="take-row">
      <span class="take-name">{name}</span>
      <span class="take-facts">
        {when} · {sizeText(text, bytes)}
      </span>
      <a
        class="button button-plain button-small"
        href={recordings.addressOf(name) ?? undefined}
        download={name}
        aria-label={text("take.download", { file: name })}
        title={text("take.download", { file: name })}
      >
        <Icon name="save" />
      </a>
    </li>
  );
}
