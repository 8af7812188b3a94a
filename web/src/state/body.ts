// The body recording that is open, as the page names it. Plain data.
// Its poses are not here: they change every frame and go from source to stage.

/** A file that is being written of the avatar's motion. */
export interface Exporting {
  readonly file: string;
  /** 0..1. */
  readonly progress: number;
}

export interface BodyTake {
  readonly name: string;
  readonly performers: readonly { readonly name: string; readonly bones: number }[];
  /** Rigid bodies. */
  readonly bodies: number;
  readonly markers: number;
  /** The stick figure is drawn. */
  readonly shown: boolean;
}
