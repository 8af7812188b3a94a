// One avatar on the wall: name, likeness to the reference, the residual of this moment; loading, refusal, and what can be done with it.
// The residual is painted with the frames, a few times a second.
import { useEffect, useRef } from "preact/hooks";
import type { WallTile } from "../state/wall";
import { useApp, useText } from "./context";
import { IconButton } from "./controls";
import { FaultDetail } from "./fault-detail";
import { Icon } from "./icons";

/** Frames between two updates of a residual: numbers that change faster cannot be read. */
const RESIDUAL_FRAMES = 8;

/** The avatar of the panel, which stands first. */
export function OpenTile() {
  const text = useText();
  const { store } = useApp();
  const avatar = store.avatar.value;
  const report = store.report.value;
  if (avatar === null) return null;
  return (
    <li class="wall-tile" data-testid="wall-tile">
      <div class="wall-head">
        <strong class="wall-name" title={avatar.file}>
          {avatar.name || avatar.file}
        </strong>
        <span class="tag" title={text("wall.openHint")}>
          {text("wall.open")}
        </span>
      </div>
      <Figures place={0} before={report?.before ?? null} after={report?.after ?? null} />
    </li>
  );
}

export interface WallTileProps {
  tile: WallTile;
  /** Place on the wall, from 0. */
  place: number;
  isFirst: boolean;
  isLast: boolean;
}

export function WallTileView({ tile, place, isFirst, isLast }: WallTileProps) {
  const text = useText();
  const { wall } = useApp();
  const row = useRef<HTMLLIElement>(null);
  const move = (step: -1 | 1, direction: "forward" | "back") => {
    void wall.actions.move(tile.key, step);
    // The tile was taken out of the document and put back: its button loses the focus that the next press needs.
    setTimeout(() => {
      const button = row.current?.querySelector<HTMLButtonElement>(`.wall-${direction} button`);
      if (button?.disabled) row.current?.querySelector<HTMLButtonElement>("button:enabled")?.focus();
      else button?.focus();
    });
  };
  return (
    <li ref={row} class="wall-tile" data-testid="wall-tile">
      <div class="wall-head">
        <strong class="wall-name" title={tile.file}>
          {tile.name}
        </strong>
        <span class="wall-tools">
          <span class="wall-forward">
            <IconButton
              icon="left"
              label={text("wall.forward", { name: tile.name })}
              disabled={isFirst}
              onClick={() => move(-1, "forward")}
            />
          </span>
          <span class="wall-back">
            <IconButton
              icon="right"
              label={text("wall.back", { name: tile.name })}
              disabled={isLast}
              onClick={() => move(1, "back")}
            />
          </span>
          <IconButton
            icon="close"
            label={text("wall.remove", { name: tile.name })}
            onClick={() => void wall.actions.remove(tile.key)}
          />
        </span>
      </div>
      {tile.status === "ready" && <Figures place={place} before={tile.before} after={tile.after} />}
      {tile.status === "failed" && <Failure tile={tile} />}
      {tile.status !== "ready" && tile.status !== "failed" && <Progress tile={tile} />}
    </li>
  );
}

function Figures({ place, before, after }: { place: number; before: number | null; after: number | null }) {
  const text = useText();
  const { store, wall } = useApp();
  const field = useRef<HTMLElement>(null);
  const { residuals, raw } = wall.state;
  const { language } = text;
  useEffect(() => {
    let shown = "";
    const paint = () => {
      if (shown !== "" && store.live.frame % RESIDUAL_FRAMES !== 0) return;
      const residual = residuals[place] ?? Number.NaN;
      const next = Number.isNaN(residual) ? "–" : `${text.number(residual, 1)} %`;
      if (next === shown || field.current === null) return;
      shown = next;
      field.current.textContent = next;
    };
    paint();
    return store.live.onFrame(paint);
  }, [store, residuals, place, language]);
  const score = (value: number | null) => (value === null ? "–" : text.number(value, 0));
  return (
    <dl class={raw.value ? "wall-figures wall-figures-raw" : "wall-figures"}>
      <div title={text("wall.residualHint")}>
        <dt>{text("wall.residual")}</dt>
        <dd ref={field} class="wall-residual" data-testid="wall-residual" />
      </div>
      <div title={text("wall.scoreHint")}>
        <dt>{text("wall.score")}</dt>
        <dd>
          <span class="wall-before">{score(before)}</span> → <span class="wall-after">{score(after)}</span>
        </dd>
      </div>
    </dl>
  );
}

function Progress({ tile }: { tile: WallTile }) {
  const text = useText();
  const percent = tile.progress === null ? undefined : Math.round(tile.progress * 100);
  const label =
    tile.status === "waiting" ? text("wall.waiting") : text(`loading.${tile.status as "measure"}`);
  return (
    <div class="wall-progress">
      <span>{label}</span>
      <div
        class={percent === undefined ? "progress progress-open" : "progress"}
        role="progressbar"
        aria-label={`${tile.name}: ${label}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <span style={{ transform: `scaleX(${percent === undefined ? 1 : percent / 100})` }} />
      </div>
    </div>
  );
}

function Failure({ tile }: { tile: WallTile }) {
  const text = useText();
  if (tile.fault === null) return null;
  return (
    <div class="wall-failure" role="alert">
      <p>
        <Icon name="error" />
        {text.note(tile.fault.title)}
      </p>
      {tile.fault.texts?.map((note) => (
        <p key={note.key} class="wall-reason">
          {text.note(note)}
        </p>
      ))}
      {tile.fault.detail !== undefined && <FaultDetail detail={tile.fault.detail} />}
    </div>
  );
}
