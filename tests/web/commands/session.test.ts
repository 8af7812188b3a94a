// Tests of the session with made-up parts: nothing half done, whatever fails; engine and store always agree.
// Real files are opened in the browser tests.
import { expect, test } from "vitest";
import { withSubstitute, withUserGain } from "../../../web/src/state/profile";
import { avatarFile, makeParts, makeProfile } from "../../support/fake-parts";

const label = { key: "change.gain" };

test("an avatar opens: store and engine hold the same documents, the history begins anew", async () => {
  const parts = makeParts();
  await parts.session.open(avatarFile());
  expect(parts.log).toEqual(["measure", "draw", "calibrate", "report", "show"]);
  expect(parts.store.profile.value).toBe(parts.engine.profile);
  expect(parts.store.avatar.value?.file).toBe("a.glb");
  expect(parts.store.loading.value).toBeNull();
  expect(parts.store.history.value.undo).toBeNull();
});

for (const stage of ["measure", "draw", "calibrate", "report", "show"]) {
  test(`a failure while opening (${stage}) leaves what was open, and frees what was drawn`, async () => {
    const parts = makeParts();
    await parts.session.open(avatarFile("first.glb"));
    await parts.session.change(label, withUserGain(makeProfile("x"), "jawOpen", 1.5));
    const before = { ...parts.engine, avatar: parts.store.avatar.value, profile: parts.store.profile.value };
    parts.failures.set(stage, new Error("broken"));
    await expect(parts.session.open(avatarFile("second.glb"))).rejects.toThrow("broken");
    expect(parts.store.avatar.value).toBe(before.avatar);
    expect(parts.store.profile.value).toBe(before.profile);
    expect(parts.engine.profile).toBe(before.profile);
    expect(parts.store.loading.value).toBeNull();
    expect(parts.store.history.value.undo).not.toBeNull();
    const drawn = ["calibrate", "report", "show"].includes(stage);
    expect(parts.disposed).toEqual(drawn ? ["second.glb"] : []);
  });
}

test("a cancelled loading changes nothing", async () => {
  const parts = makeParts();
  const opening = parts.session.open(avatarFile());
  parts.session.cancel();
  await expect(opening).rejects.toThrow();
  expect(parts.store.avatar.value).toBeNull();
  expect(parts.engine.avatar).toBeNull();
  expect(parts.store.loading.value).toBeNull();
});

test("a second file that is opened before the first is there takes its place", async () => {
  const parts = makeParts();
  const first = parts.session.open(avatarFile("first.glb"));
  const second = parts.session.open(avatarFile("second.glb"));
  await expect(first).rejects.toThrow();
  await second;
  expect(parts.store.avatar.value?.file).toBe("second.glb");
  expect(parts.log.filter((step) => step === "show")).toHaveLength(1);
});

test("a change reaches engine and store, and undo and redo go back and forth", async () => {
  const parts = makeParts();
  await parts.session.open(avatarFile());
  const original = parts.store.profile.value;
  const changed = makeProfile("x", 1.5);
  await parts.session.change(label, changed);
  expect(parts.engine.profile).toBe(changed);
  await parts.history.undo();
  expect(parts.engine.profile).toBe(original);
  expect(parts.store.profile.value).toBe(original);
  await parts.history.redo();
  expect(parts.store.profile.value).toBe(changed);
});

for (const stage of ["report", "setProfile"]) {
  test(`a change that is refused (${stage}) leaves engine, store and history alone`, async () => {
    const parts = makeParts();
    await parts.session.open(avatarFile());
    const original = parts.store.profile.value;
    parts.failures.set(stage, new Error("out of range"));
    await expect(parts.session.change(label, makeProfile("x", 9))).rejects.toThrow("out of range");
    expect(parts.store.profile.value).toBe(original);
    expect(parts.engine.profile).toBe(original);
    expect(parts.store.history.value.undo).toBeNull();
  });
}

test("another substitute measures again and routes anew; undo needs no measuring", async () => {
  const parts = makeParts();
  await parts.session.open(avatarFile());
  const original = parts.engine.avatar;
  const profile = makeProfile("x");
  const substituted = {
    ...profile,
    calibration: { ...profile.calibration, substitutes: { jawOpen: "target:viseme_aa" } },
  };
  await parts.session.changeMeasured(label, () => substituted);
  expect(parts.log.filter((step) => step === "measure")).toHaveLength(2);
  expect(parts.engine.avatar?.description).toEqual({ substitutes: { jawOpen: "target:viseme_aa" } });
  await parts.history.undo();
  expect(parts.engine.avatar).toBe(original);
  expect(parts.log.filter((step) => step === "measure")).toHaveLength(2);
});

test("what is changed while a substitute is measured stays", async () => {
  const parts = makeParts();
  await parts.session.open(avatarFile());
  const measuring = parts.session.changeMeasured(label, (profile) =>
    withSubstitute(profile, "jawOpen", "target:viseme_aa"),
  );
  await parts.session.change(label, withUserGain(parts.engine.profile ?? makeProfile(""), "jawOpen", 1.7));
  await measuring;
  expect(parts.engine.profile?.calibration.channels.jawOpen?.userGain).toBe(1.7);
  expect(parts.engine.profile?.calibration.substitutes).toEqual({ jawOpen: "target:viseme_aa" });
  expect(parts.store.profile.value).toBe(parts.engine.profile);
});

test("an undo while another substitute is measured leaves routes and profile of one mind", async () => {
  const parts = makeParts();
  await parts.session.open(avatarFile());
  const original = parts.engine.profile ?? makeProfile("");
  await parts.session.changeMeasured(label, (p) => withSubstitute(p, "jawOpen", "target:viseme_aa"));
  const measuring = parts.session.changeMeasured(label, (p) => withSubstitute(p, "tongueOut", "target:lick"));
  await parts.history.undo();
  await measuring;
  // Routes and profile speak of the same substitutes, whichever of the two changes came last.
  expect(parts.engine.avatar?.description).toEqual({
    substitutes: parts.engine.profile?.calibration.substitutes ?? {},
  });
  await parts.history.undo();
  expect(parts.engine.profile).toBe(original);
});

test("sliders that are held by hand go on with another avatar", async () => {
  const parts = makeParts();
  const held = new Map([[3, 0.5]]);
  parts.store.manual.value = held;
  await parts.session.open(avatarFile());
  expect(parts.store.manual.value).toBe(held);
});

test("removing frees the engine and forgets the history", async () => {
  const parts = makeParts();
  await parts.session.open(avatarFile());
  await parts.session.change(label, makeProfile("x", 1.2));
  parts.session.remove();
  expect(parts.engine.avatar).toBeNull();
  expect(parts.store.avatar.value).toBeNull();
  expect(parts.store.history.value.undo).toBeNull();
  await parts.session.change(label, makeProfile("x", 1.3));
  expect(parts.engine.profile).toBeNull();
});
