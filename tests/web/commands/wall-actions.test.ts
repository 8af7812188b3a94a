// Tests of the wall with made-up parts: order, room, refusals, removal and bringing back; what is drawn is freed or shown, never lost.
// Real avatars are put on the wall in the browser test.
import { expect, test } from "vitest";
import { History } from "../../../web/src/commands/history";
import type { AvatarFile, Calibrator, MeasuredAvatar } from "../../../web/src/commands/ports";
import type { Session } from "../../../web/src/commands/session";
import { createWallActions } from "../../../web/src/commands/wall-actions";
import type { WallStage } from "../../../web/src/commands/wall-arranger";
import type { Profile } from "../../../web/src/state/profile";
import type { Report } from "../../../web/src/state/report";
import { createStore } from "../../../web/src/state/store";
import { createWall, MAX_WALL, type WallPlace, wallGrid } from "../../../web/src/state/wall";
import { faceChannels, faceGroupNames } from "../../../web/src/tables/face-channels";
import { makeProfile } from "../../support/fake-parts";

const avatar = (name: string) => new File([new Uint8Array([0x67, 0x6c, 0x54, 0x46, 2, 0, 0, 0])], name);
const names = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1}.glb`);

function measured(file: AvatarFile): MeasuredAvatar {
  const facts = { file: file.name, name: file.name.replace(/\..*/, ""), fingerprint: `f00d${file.name}` };
  return { facts, description: {}, measurement: {}, unknownSubstitutes: [] } as never;
}

function makeWall(saved: Readonly<Record<string, Profile>> = {}) {
  const store = createStore(faceChannels, faceGroupNames);
  const wall = createWall();
  const drawn = new Map<number, string>();
  const profiles = new Map<number, Profile>();
  const log: string[] = [];
  const freed: string[] = [];
  const opened: string[] = [];
  const refused = { measure: "", draw: "", add: "" };
  let places: readonly WallPlace[] = [];
  let open: object | null = null;
  const document = { avatar: null as MeasuredAvatar | null };
  const stage: WallStage = {
    add: (key, _drawn, load) => {
      if (load.file.name === refused.add) throw new Error("no slot");
      drawn.set(key, load.file.name);
      profiles.set(key, load.profile);
    },
    remove: (key) => {
      const name = drawn.get(key);
      if (drawn.delete(key) && name !== undefined) freed.push(name);
    },
    setOpen: (next) => {
      open = next;
    },
    setRaw: (on) => void log.push(`raw ${on}`),
    show: (next) => {
      places = next;
    },
    hide: () => void log.push("hide"),
  };
  const history = new History((state) => {
    store.history.value = state;
  });
  const actions = createWallActions({
    store,
    wall,
    history,
    session: {
      get document() {
        return document.avatar === null ? null : { avatar: document.avatar, profile: makeProfile("open") };
      },
    } as Session,
    measurer: {
      async measure(file, { signal, onProgress }) {
        log.push(`measure ${file.name}`);
        await Promise.resolve();
        signal.throwIfAborted();
        onProgress(0.5);
        if (file.name === refused.measure)
          throw new Error(`${file.name}: header: expected a mesh, found none`);
        return measured(file);
      },
    },
    drawer: {
      async draw(file) {
        log.push(`draw ${file.name}`);
        await Promise.resolve();
        if (file.name === refused.draw) throw new Error("too many layers");
        return { missingImages: 0, dispose: () => void freed.push(`${file.name}, never shown`) };
      },
    },
    calibrator: {
      calibrate: (of: MeasuredAvatar) => makeProfile(of.facts.fingerprint),
      reportDocument: () => ({ score: { before: 40, after: 90 } }),
      check: (text: string) => ({ profile: JSON.parse(text) as Profile, warnings: [] }),
    } as unknown as Calibrator,
    shelf: {
      all: async () =>
        Object.entries(saved).map(([fingerprint, profile]) => ({
          id: `own:${fingerprint}`,
          text: JSON.stringify(profile),
        })) as never,
    },
    stage,
    openFiles: async (files) => {
      for (const file of files) opened.push(file.name);
    },
  });
  const openAvatar = (name: string | null) => {
    document.avatar = name === null ? null : measured({ name, content: new Blob(), beside: {} });
    store.report.value = name === null ? null : ({ before: 1, after: 2 } as Report);
  };
  return {
    actions,
    history,
    wall,
    store,
    drawn,
    profiles,
    log,
    freed,
    opened,
    refused,
    openAvatar,
    places: () => places,
    open: () => open,
    shown: () => wall.tiles.value.map((tile) => `${tile.name} ${tile.status}`),
  };
}

test("several files come on the wall in their order, measured and drawn one after the other", async () => {
  const { actions, log, places, shown, wall } = makeWall();
  actions.show(true);
  const adding = actions.addFiles(names(3).map(avatar));
  await adding;
  expect(shown()).toEqual(["1 ready", "2 ready", "3 ready"]);
  expect(log).toEqual(names(3).flatMap((name) => [`measure ${name}`, `draw ${name}`]));
  expect(places()).toEqual(wall.tiles.value.map((tile) => tile.key));
  expect(wall.tiles.value.map(({ before, after }) => [before, after])).toEqual([
    [40, 90],
    [40, 90],
    [40, 90],
  ]);
});

for (const step of ["measure", "draw", "add"] as const) {
  test(`a file that is refused (${step}) says so on its own tile; the others are there, and nothing drawn is lost`, async () => {
    const parts = makeWall();
    parts.refused[step] = "2.glb";
    await parts.actions.addFiles(names(3).map(avatar));
    expect(parts.shown()).toEqual(["1 ready", "2.glb failed", "3 ready"]);
    expect(parts.wall.tiles.value[1]?.fault?.title.parameters).toEqual({ file: "2.glb" });
    expect(parts.wall.tiles.value[1]?.fault?.detail).not.toBe("");
    expect(parts.freed).toEqual(step === "add" ? ["2.glb, never shown"] : []);
    const key = parts.wall.tiles.value[1]?.key ?? 0;
    parts.actions.remove(key);
    expect(parts.shown()).toEqual(["1 ready", "3 ready"]);
    expect(parts.wall.removed.value).toEqual([]);
  });
}

test("nine fit, the open avatar among them; one more is refused by name", async () => {
  const parts = makeWall();
  parts.openAvatar("open.vrm");
  parts.actions.show(true);
  await parts.actions.addFiles(names(MAX_WALL).map(avatar));
  expect(parts.shown()).toHaveLength(MAX_WALL - 1);
  expect(parts.places()).toHaveLength(MAX_WALL);
  expect(parts.places()[0]).toBe("open");
  expect(parts.store.messages.value.map(({ title }) => title.parameters?.file)).toEqual(["9.glb"]);
  parts.openAvatar(null);
  expect(parts.open()).toBeNull();
  await parts.actions.addFiles([avatar("10.glb")]);
  expect(parts.shown()).toHaveLength(MAX_WALL);
  // A full wall has no place for an avatar that is opened later.
  parts.openAvatar("late.vrm");
  expect(parts.places()).not.toContain("open");
});

test("what is removed is freed at once and can be brought back to its place without measuring", async () => {
  const parts = makeWall();
  await parts.actions.addFiles(names(3).map(avatar));
  parts.log.length = 0;
  await parts.actions.remove(parts.wall.tiles.value[1]?.key ?? 0);
  await parts.actions.remove(parts.wall.tiles.value[0]?.key ?? 0);
  expect(parts.freed).toEqual(["2.glb", "1.glb"]);
  expect(parts.wall.removed.value).toEqual(["2", "1"]);
  await parts.actions.bringBack();
  await parts.actions.bringBack();
  expect(parts.shown()).toEqual(["1 ready", "2 ready", "3 ready"]);
  expect(parts.log).toEqual(["draw 1.glb", "draw 2.glb"]);
  expect(parts.wall.removed.value).toEqual([]);
  await parts.actions.bringBack();
  expect(parts.shown()).toHaveLength(3);
});

test("what is removed while it loads never comes, and what was drawn of it is freed", async () => {
  const parts = makeWall();
  const adding = parts.actions.addFiles([avatar("1.glb")]);
  while (!parts.log.includes("draw 1.glb")) await Promise.resolve();
  await parts.actions.remove(parts.wall.tiles.value[0]?.key ?? 0);
  await adding;
  expect(parts.drawn.size).toBe(0);
  expect(parts.freed).toEqual(["1.glb, never shown"]);
  expect(parts.shown()).toEqual([]);
});

test("avatars change places with their neighbours, and stop at the ends", async () => {
  const { actions, wall, shown } = makeWall();
  await actions.addFiles(names(3).map(avatar));
  const first = wall.tiles.value[0]?.key ?? 0;
  await actions.move(first, -1);
  expect(shown()).toEqual(["1 ready", "2 ready", "3 ready"]);
  await actions.move(first, 1);
  await actions.move(first, 1);
  await actions.move(first, 1);
  expect(shown()).toEqual(["2 ready", "3 ready", "1 ready"]);
});

test("each has a profile of its own: what the browser has saved for it, what is dropped for it, else the measured one", async () => {
  const saved = makeProfile("f00d2.glb", 1.4);
  const parts = makeWall({ "f00d2.glb": saved });
  await parts.actions.addFiles(names(2).map(avatar));
  const [first, second] = parts.wall.tiles.value.map(({ key }) => parts.profiles.get(key));
  expect(first).toEqual(makeProfile("f00d1.glb"));
  expect(second).toEqual(saved);
  const dropped = makeProfile("f00d1.glb", 0.3);
  const other = makeProfile("beef", 2);
  await parts.actions.addFiles([
    new File([JSON.stringify(dropped)], "one.json"),
    new File([JSON.stringify(other)], "other.json"),
  ]);
  expect(parts.profiles.get(parts.wall.tiles.value[0]?.key ?? 0)).toEqual(dropped);
  expect(parts.opened).toEqual(["other.json"]);
  expect(parts.shown()).toEqual(["1 ready", "2 ready"]);
});

test("avatars that are dropped go on the wall while it is shown, everything else where it went before", async () => {
  const { actions, opened, shown } = makeWall();
  await actions.drop([avatar("a.glb")]);
  expect(opened).toEqual(["a.glb"]);
  actions.show(true);
  await actions.drop([avatar("b.glb"), new File(["Timecode,BlendshapeCount"], "take.csv")]);
  expect(opened).toEqual(["a.glb", "take.csv"]);
  expect(shown()).toEqual(["b ready"]);
});

test("a grid has room for its places, and no row that is empty", () => {
  for (let places = 1; places <= MAX_WALL; places++) {
    const { columns, rows } = wallGrid(places);
    expect(columns * rows).toBeGreaterThanOrEqual(places);
    expect(columns * (rows - 1)).toBeLessThan(places);
    expect(columns).toBeGreaterThanOrEqual(rows);
  }
});

test("adding, removing, bringing back and moving are undone and done again, without measuring twice", async () => {
  const parts = makeWall();
  const { actions, history, shown, wall, log } = parts;
  const key = (place: number) => wall.tiles.value[place]?.key ?? -1;
  const settled = async () => {
    while (wall.tiles.value.some(({ status }) => status !== "ready")) await new Promise((r) => setTimeout(r));
  };
  const states = [shown()];
  const after = async (change: unknown) => {
    await change;
    await settled();
    states.push(shown());
  };
  for (const name of names(3)) await after(actions.addFiles([avatar(name)]));
  await after(actions.move(key(0), 1));
  await after(actions.remove(key(1)));
  await after(actions.remove(key(0)));
  await after(actions.bringBack());
  expect(states.at(-1)).toEqual(["2 ready", "3 ready"]);
  for (let round = 0; round < 2; round++) {
    for (let at = states.length - 2; at >= 0; at--) {
      await history.undo();
      await settled();
      expect(shown()).toEqual(states[at]);
    }
    expect(parts.drawn.size).toBe(0);
    for (let at = 1; at < states.length; at++) {
      await history.redo();
      await settled();
      expect(shown()).toEqual(states[at]);
    }
  }
  expect(log.filter((step) => step.startsWith("measure"))).toHaveLength(3);
  expect([...parts.drawn.values()].sort()).toEqual(["2.glb", "3.glb"]);
  expect(parts.store.history.value.undo).toEqual({ key: "change.wallBack", parameters: { name: "2" } });
});

test("an avatar whose adding is undone while it loads does not come, and comes when it is done again", async () => {
  const parts = makeWall();
  const adding = parts.actions.addFiles([avatar("1.glb")]);
  while (!parts.log.includes("draw 1.glb")) await Promise.resolve();
  await parts.history.undo();
  await adding;
  expect(parts.shown()).toEqual([]);
  expect(parts.freed).toEqual(["1.glb, never shown"]);
  expect(parts.wall.removed.value).toEqual([]);
  await parts.history.redo();
  while (parts.drawn.size === 0) await new Promise((resolve) => setTimeout(resolve));
  expect(parts.shown()).toEqual(["1 ready"]);
});
