// Giving human bones to joints by hand: each choice is a change of its own, in force at once; in and out as a file.
// What a map means to the skeleton is the core's to say: `bodyRig` shows what it found.
import { boneMap, withBone, withBoneMap } from "../state/body-settings";
import type { Profile } from "../state/profile";
import { type Note, pushMessage } from "../state/store";
import type { HumanBoneName } from "../tables/human-bones";
import type { ActionParts } from "./actions";
import type { Attempt } from "./attempt";
import { createOnOpen } from "./body-actions";
import { changeBody } from "./body-changes";
import { readBoneFile, writeBoneFile } from "./bone-file";
import { fileStem } from "./file-stem";

export type BoneActions = ReturnType<typeof createBoneActions>;

export function createBoneActions(parts: ActionParts, attempt: Attempt) {
  const { store, saver, history } = parts;
  const onOpen = createOnOpen(parts, attempt);
  const edit = (label: Note, edited: (profile: Profile) => Profile) =>
    onOpen((character) => changeBody(character, label, edited));
  return {
    open: () => {
      store.library.dialog.value = "bones";
    },
    /**
     * @param joint undefined: found by itself again
     * @returns false where the avatar has no joint of that name
     */
    assign: (bone: HumanBoneName, joint: string | undefined): Promise<boolean> => {
      if (joint !== undefined && !store.bodyRig.joints.value.includes(joint)) return Promise.resolve(false);
      if (boneMap(store.profile.value)[bone] === joint) return Promise.resolve(true);
      history.seal();
      return edit({ key: "change.bone", parameters: { bone } }, (p) => withBone(p, bone, joint));
    },
    /** All bones are found by themselves again. */
    clear: (): Promise<boolean> => {
      history.seal();
      return edit({ key: "change.bones" }, (p) =>
        Object.keys(boneMap(p)).length === 0 ? p : withBoneMap(p, {}),
      );
    },
    exportFile: () => {
      const avatar = store.avatar.value;
      if (avatar === null) return;
      const name = `${fileStem(avatar.file)}.bones.json`;
      const humanoid = boneMap(store.profile.value);
      saver.save(name, writeBoneFile({ avatarName: avatar.name, humanoid }));
      pushMessage(store, { kind: "info", title: { key: "bones.saved", parameters: { file: name } } });
    },
    /** Adds those of a file's entries whose joints the avatar has. */
    importFile: (name: string, content: Blob): Promise<boolean> =>
      attempt({ key: "bones.refused", parameters: { file: name } }, async () => {
        const entries = Object.entries(readBoneFile(await content.text()));
        if (store.avatar.value === null) throw new Error("open the avatar first");
        const joints = new Set(store.bodyRig.joints.value);
        const offered = entries.filter(([, joint]) => joints.has(joint));
        history.seal();
        const taken = await edit({ key: "change.bones" }, (p) =>
          withBoneMap(p, { ...boneMap(p), ...Object.fromEntries(offered) }),
        );
        if (!taken) return;
        pushMessage(store, {
          kind: offered.length === entries.length ? "info" : "warning",
          title: {
            key: "bones.read",
            parameters: { file: name, count: offered.length, total: entries.length },
          },
        });
      }),
  };
}
