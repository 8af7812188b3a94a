// What a user can do with props: say what they are, where a chair's seat is, on whom they hang, and what they look like.
// All of it is undone; what is set reaches the engine through the settings' signal, whoever wrote it.
import { MAX_SEAT, type PropSetting, type PropSlot, type PropType, withProp } from "../state/props";
import type { Store } from "../state/store";
import type { Attempt } from "./attempt";
import type { History } from "./history";
import { MAX_FILE_BYTES } from "./open-actions";
import { Refusal } from "./refusal";

/** A file by which a prop is drawn. */
export interface PropModel {
  /** Frees what it holds on the graphics unit; it may be shown again. */
  release(): void;
}

export interface PropStage {
  /** @param model null: as a shape of its type */
  setModel(key: string, model: PropModel | null): void;
}

export interface PropActionParts {
  readonly store: Store;
  readonly history: History;
  readonly stage: PropStage;
  /** Rejects with what is wrong with the file. */
  readonly loadModel: (name: string, content: Blob) => Promise<PropModel>;
}

interface Shown {
  readonly file: string;
  readonly model: PropModel;
}

export type PropActions = ReturnType<typeof createPropActions>;

export function createPropActions({ store, history, stage, loadModel }: PropActionParts, attempt: Attempt) {
  const { settings, models, list } = store.props;
  const shown = new Map<string, Shown>();
  const nameOf = (key: string) => list.value.find((prop) => prop.key === key)?.name ?? key;

  const put = (key: string, setting: PropSetting | undefined) => {
    settings.value = withProp(settings.value, key, setting);
  };

  /** @param label key of the text that names the change */
  const change = (key: string, label: string, edit: (before: PropSetting) => PropSetting) => {
    const before = settings.value[key];
    const after = edit(before ?? {});
    return attempt({ key: "error.change" }, () =>
      history.execute({
        label: { key: label, parameters: { name: nameOf(key) } },
        do: () => put(key, after),
        undo: () => put(key, before),
      }),
    );
  };

  const draw = (key: string, drawn: Shown | undefined) => {
    const before = shown.get(key);
    stage.setModel(key, drawn?.model ?? null);
    before?.model.release();
    if (drawn === undefined) shown.delete(key);
    else shown.set(key, drawn);
    models.value = new Map([...shown].map(([each, { file }]) => [each, file]));
  };

  const drawAs = (key: string, drawn: Shown | undefined) => {
    const before = shown.get(key);
    return history.execute({
      label: { key: "change.propModel", parameters: { name: nameOf(key) } },
      do: () => draw(key, drawn),
      undo: () => draw(key, before),
    });
  };

  return {
    setType: (key: string, type: PropType) =>
      change(key, "change.propType", (before) => ({ ...before, type })),
    /** @param height of a chair's seat above the prop's origin, metres */
    setSeatHeight: (key: string, height: number) =>
      change(key, "change.propSeat", ({ seat: [x, , z] = [0, 0, 0], ...others }) => ({
        ...others,
        seat: [x, Math.min(MAX_SEAT, Math.max(-MAX_SEAT, height)), z],
      })),
    /** @param avatar its id on the stage */
    attach: (key: string, avatar: string, slot: PropSlot) =>
      change(key, "change.propAttach", (before) => ({ ...before, held: { avatar, slot } })),
    /** It goes where it is seen again. */
    detach: (key: string) => change(key, "change.propDetach", ({ held: _, ...others }) => others),
    openModel: (key: string, file: File) =>
      attempt({ key: "error.file", parameters: { file: file.name } }, async () => {
        if (file.size > MAX_FILE_BYTES) throw new Refusal({ key: "error.propTooLarge" });
        if (!/\.glb$/i.test(file.name)) throw new Refusal({ key: "error.propModel" });
        await drawAs(key, { file: file.name, model: await loadModel(file.name, file) });
      }),
    /** Drawn as a shape of its type again. */
    removeModel: (key: string) => attempt({ key: "error.change" }, () => drawAs(key, undefined)),
  };
}
