// The library's own refusals. Those of the core, the reader and the probe have the same form: an Error with a `code`.
// The list of all codes with what to do about them stands in docs/embed.md.

export type DoppelErrorCode =
  /** The profile or link was made for another avatar. Nothing was changed. */
  | "other-avatar"
  /** The scene is not the one of the bytes, or its targets were merged or dropped after loading. */
  | "scene-mismatch"
  /** A frame whose length is not 52, or that names something that is no channel. */
  | "invalid-frame"
  /** A name that is none, such as a hand preset's. */
  | "invalid-argument"
  /** Settings that were kept for an avatar and can not be read. */
  | "invalid-settings"
  /** A file of the library, or the avatar's own, could not be fetched. */
  | "fetch-failed"
  /** Used after `dispose`. */
  | "disposed"
  /** `window.doppel` of Doppel's own page while no avatar is open. */
  | "no-avatar";

/** A refusal. What was in force before is still in force. */
export class DoppelError extends Error {
  override readonly name: string = "DoppelError";

  constructor(
    readonly code: DoppelErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** `other-avatar`, with what the profile says of the avatar that it was made for. */
export class OtherAvatarError extends DoppelError {
  override readonly name = "OtherAvatarError";

  constructor(
    /** Name of the avatar that the profile was made for; "" where it states none. */
    readonly avatarName: string,
    /** SHA-256 of that avatar's file, or its beginning: lower-case hex. */
    readonly fingerprint: string,
  ) {
    const whose = avatarName === "" ? "another avatar" : `"${avatarName}"`;
    super(
      "other-avatar",
      `the profile was made for ${whose} (file ${fingerprint}); pass { byName: true } to apply it by channel name`,
    );
  }
}
