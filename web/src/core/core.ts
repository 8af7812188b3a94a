// Typed facade of the wasm module's cold calls: documents in and out as objects instead of texts.
// It loads nothing (load-core.ts, load-core-node.ts) and calculates nothing.

import type { DoppelCore, FaceProbe, FaceStatus } from "../../../wasm/bind/doppel-core";
import type { BodyParameter } from "../tables/body-parameters";
import type { BodyDescription, BodyReport, BodySettings } from "./body-documents";
import type {
  CalibrateOptions,
  DocumentWarning,
  Measurement,
  Profile,
  ReferenceFace,
  RemapMethod,
  Report,
} from "./documents";
import { FaceEngine } from "./face-engine";

export type { FaceProbe, FaceStatus };

export class Core {
  /** Bits of `FaceEngine.status()`. */
  readonly status: FaceStatus;

  constructor(private readonly module: DoppelCore) {
    this.status = module.FaceStatus;
  }

  get version(): string {
    return this.module.version();
  }

  /** The core's own tables, for the test that holds them equal to TypeScript's. */
  tables(): unknown {
    return JSON.parse(this.module.tables());
  }

  /** The built-in reference. */
  referenceFace(): ReferenceFace {
    return JSON.parse(this.module.referenceFace()) as ReferenceFace;
  }

  /** Lower-case hex SHA-256: the fingerprint of an avatar's file. */
  sha256(bytes: Uint8Array): string {
    return this.module.sha256(bytes);
  }

  /** To be freed with `delete()`. */
  createProbe(): FaceProbe {
    return new this.module.FaceProbe();
  }

  /** To be freed with `delete()`. Throws `invalid-argument`. */
  createEngine(capacity: number): FaceEngine {
    return new FaceEngine(this.module, capacity);
  }

  /** Throws `invalid-measurement`, `invalid-argument`, and for `keep` as `checkProfile` does. */
  calibrate(measurement: Measurement, reference: ReferenceFace, options: CalibrateOptions = {}): Profile {
    const profile = this.module.calibrate(
      JSON.stringify(measurement),
      JSON.stringify(reference),
      JSON.stringify(options),
    );
    return JSON.parse(profile) as Profile;
  }

  report(measurement: Measurement, reference: ReferenceFace, profile: Profile): Report {
    const report = this.module.report(
      JSON.stringify(measurement),
      JSON.stringify(reference),
      JSON.stringify(profile),
    );
    return JSON.parse(report) as Report;
  }

  /**
   * Validates a profile text; what comes back is canonical, unknown fields kept. Throws `invalid-json`, `invalid-profile`,
   * `unsupported-version`, with the JSON path in the message.
   */
  checkProfile(text: string): { profile: Profile; warnings: readonly DocumentWarning[] } {
    return JSON.parse(this.module.checkProfile(text)) as {
      profile: Profile;
      warnings: readonly DocumentWarning[];
    };
  }

  /** Text of a profile file, canonical and with its checksum. */
  sealProfile(profile: Profile): string {
    return this.module.sealProfile(JSON.stringify(profile));
  }

  /** `#p=...`, under 400 characters. */
  encodeLink(profile: Profile): string {
    return this.module.encodeLink(JSON.stringify(profile));
  }

  /** From a fragment or a whole address. Throws `invalid-link`, `unsupported-version`. */
  decodeLink(link: string): Profile {
    return JSON.parse(this.module.decodeLink(link)) as Profile;
  }

  /** One channel's curve, gains at 1. Throws `invalid-argument`. */
  remap(
    method: RemapMethod,
    ratio: number,
    deadZone: number,
    saturation: number,
    inputs: Float64Array,
  ): Float64Array {
    return this.module.remap(method, ratio, deadZone, saturation, inputs);
  }

  /** What a skeleton is found to be, without an engine. Throws `invalid-argument` where it is no skeleton or has no hips. */
  describeBody(description: BodyDescription): BodyReport {
    return JSON.parse(this.module.describeBody(JSON.stringify(description))) as BodyReport;
  }

  /** Validates a `$.retargeting`; canonical, unknown fields kept. Throws `invalid-profile`, `unsupported-version`. */
  checkBody(settings: BodySettings): BodySettings {
    return JSON.parse(this.module.checkBody(JSON.stringify(settings))) as BodySettings;
  }

  /** The core's own table, for the test that holds it equal to TypeScript's. */
  bodyParameters(): readonly BodyParameter[] {
    return JSON.parse(this.module.bodyParameters()) as readonly BodyParameter[];
  }
}
