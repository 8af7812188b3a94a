// Tells everybody at the remote control what has changed on the stage: values, calibrations, who is there; whoever changed it, and however.
// It compares documents and changes none.
import { bodyCalibration, parameterValue } from "../state/body-settings";
import type { Transfer } from "../state/cast";
import type { Profile } from "../state/profile";
import { bodyParameters } from "../tables/body-parameters";
import type { Character, Characters } from "./characters";
import { calibrationState, characterLine, type HasSettings } from "./remote-data";
import type { RemoteChange } from "./remote-ports";
import { transferValues } from "./remote-transfer";

/** What was told last of a character. */
interface Told {
  readonly profile: Profile;
  readonly transfers: readonly Transfer[];
  readonly hasSettings: boolean;
}

export class RemoteBroadcast {
  private told = new Map<Character, Told>();
  private list = "";

  constructor(
    private readonly characters: Characters,
    private readonly hasSettings: HasSettings,
    private readonly tell: (change: RemoteChange) => void,
  ) {}

  /** Looks for what has changed since the last look, and tells it. Costs nothing where no document is another one. */
  look(): void {
    this.lookAtList();
    const before = this.told;
    this.told = new Map();
    for (const character of this.characters.list) {
      const { transfers } = character;
      const { profile } = character.document;
      const hasSettings = this.hasSettings(character);
      this.told.set(character, { profile, transfers, hasSettings });
      const last = before.get(character);
      // Who is new is read with getCharacterData.
      if (last === undefined) continue;
      if (last.profile !== profile) this.compare(character, last.profile, profile);
      this.compareTransfers(character, last.transfers, transfers);
      if (last.hasSettings !== hasSettings) this.change(character, "hasCachedSettings", hasSettings);
    }
  }

  /** Who is there, once more: this page answers from now on, and others may know another stage. */
  tellList(): void {
    this.tell({ property: "characters", value: this.characters.list.map(characterLine) });
  }

  private lookAtList(): void {
    const list = JSON.stringify(this.characters.list.map(characterLine));
    if (list === this.list) return;
    this.list = list;
    this.tellList();
  }

  private compare(character: Character, before: Profile, after: Profile): void {
    for (const { name } of bodyParameters) {
      const value = parameterValue(after, name);
      if (value !== parameterValue(before, name)) this.change(character, name, value);
    }
    if (bodyCalibration(before) !== bodyCalibration(after))
      this.change(character, "calibration", calibrationState(character));
  }

  private compareTransfers(
    character: Character,
    before: readonly Transfer[],
    after: readonly Transfer[],
  ): void {
    const known = transferValues(before);
    // A vector is another object wherever it was set.
    for (const [property, value] of Object.entries(transferValues(after)))
      if (value !== known[property]) this.change(character, property, value);
  }

  private change({ id }: Character, property: string, value: unknown): void {
    this.tell({ characterId: id, property, value });
  }
}
