// The lights of a view, and how they are set for the shading of what is shown.
// They stand in the world, in front of an avatar that faces +Z.
import { DirectionalLight, HemisphereLight, type Material, type Mesh, type Object3D } from "three";

/** Brightness of each light; a directional one of pi shows a surface that faces it in its own colour. */
interface Brightness {
  readonly hemisphere: number;
  readonly key: number;
  readonly fill: number;
  readonly rim: number;
  /** Whence the key light comes. */
  readonly from: readonly [number, number, number];
}

const REALISTIC: Brightness = { hemisphere: 1.5, key: 2.1, fill: 0.7, rim: 1.3, from: [0.9, 1.1, 1.6] };
/**
 * Cartoon shading (MToon) answers every light with its colour or its shade, also one from behind: several lights add up to white. One
 * light and a little from around show the colours as they were meant. It comes nearly from the front: its edge of shade is hard.
 */
const CARTOON: Brightness = { hemisphere: 0.8, key: 3, fill: 0, rim: 0, from: [0.35, 0.6, 1.6] };

/** Both in one picture: the one light is nearly enough for cartoons, and what comes from around is little, so that they do not go white. */
const MIXED: Brightness = { hemisphere: 1, key: 2.6, fill: 0.2, rim: 0.3, from: [0.5, 0.8, 1.6] };

export class Lights {
  private readonly hemisphere = new HemisphereLight(0xdfe8f5, 0x5a5048);
  private readonly key = new DirectionalLight(0xfff3e6);
  private readonly fill = new DirectionalLight(0xcfdcff);
  private readonly rim = new DirectionalLight(0xbcd2ff);

  constructor(scene: Object3D) {
    this.fill.position.set(-1.4, 0.3, 1.0);
    this.rim.position.set(-0.6, 1.2, -1.6);
    scene.add(this.hemisphere, this.key, this.fill, this.rim);
    this.set(REALISTIC);
  }

  /** Sets the lights for what is to be shown. */
  fit(object: Object3D): void {
    this.set(isCartoon(object) ? CARTOON : REALISTIC);
  }

  /** For several together; those that were taken away do not count. */
  fitAll(objects: readonly Object3D[]): void {
    const cartoons = objects.filter(({ parent }) => parent !== null).map(isCartoon);
    if (!cartoons.includes(true)) this.set(REALISTIC);
    else this.set(cartoons.includes(false) ? MIXED : CARTOON);
  }

  private set({ hemisphere, key, fill, rim, from }: Brightness): void {
    this.hemisphere.intensity = hemisphere;
    this.key.intensity = key;
    this.key.position.set(...from);
    this.fill.intensity = fill;
    this.rim.intensity = rim;
  }
}

function isCartoon(object: Object3D): boolean {
  let found = false;
  object.traverse((part) => {
    const { material } = part as Partial<Mesh>;
    const list = (Array.isArray(material) ? material : [material]) as (Partial<Material> | undefined)[];
    if (list.some((each) => each !== undefined && "isMToonMaterial" in each)) found = true;
  });
  return found;
}
