// The wall: what lies over its pictures. A tile for each avatar with name, likeness and residual, and one to add another.
// The pictures are the stage's, in the same grid.
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { samples } from "../state/samples";
import { wallGrid, wallPlaces } from "../state/wall";
import { useApp, useText } from "./context";
import { FilePicker } from "./file-picker";
import { Icon } from "./icons";
import { OpenTile, WallTileView } from "./wall-tile";

export function WallView() {
  const text = useText();
  const { wall } = useApp();
  const { state } = wall;
  const { columns, rows } = wallGrid(wallPlaces(state));
  const first = state.withOpen.value ? 1 : 0;
  const style = { "--wall-columns": columns, "--wall-rows": rows } as JSX.CSSProperties;
  return (
    <ul class="wall" style={style} aria-label={text("wall.region")} data-testid="wall">
      {state.withOpen.value && <OpenTile />}
      {state.tiles.value.map((tile, index) => (
        <WallTileView
          key={tile.key}
          tile={tile}
          place={first + index}
          isFirst={index === 0}
          isLast={index === state.tiles.value.length - 1}
        />
      ))}
      {!state.full.value && <AddTile />}
    </ul>
  );
}

function AddTile() {
  const text = useText();
  const { wall } = useApp();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <li class="wall-tile wall-add">
      <p class="wall-add-hint">{text("wall.addHint")}</p>
      <div class="wall-add-buttons">
        <button type="button" class="button button-plain" onClick={() => picker.current?.click()}>
          <Icon name="open" />
          {text("wall.addFiles")}
        </button>
        {samples.map(({ name }) => (
          <button
            key={name}
            type="button"
            class="button button-plain"
            title={text(`sample.${name}.hint`)}
            aria-label={text("wall.addSample", { name: text(`sample.${name}`) })}
            onClick={() => void wall.actions.addSample(name)}
          >
            {text(`sample.${name}`)}
          </button>
        ))}
      </div>
      <FilePicker
        input={picker}
        testId="wall-input"
        accept=".vrm,.glb,.gltf,.bin,.png,.jpg,.jpeg,.ktx2,.json"
        picked={(files) => void wall.actions.addFiles(files)}
      />
    </li>
  );
}
