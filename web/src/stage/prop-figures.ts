// The props in the picture of all avatars: each a shape or a loaded object, where its prop is in this frame.
// It loads nothing and knows no engine; an object that it is handed stays its owner's to free.
import { Group, type Object3D } from "three";
import { freeShape, makeShape, type ShapeFacts } from "./prop-shapes";

/** What is known of a prop besides its place. */
export interface FigureProp {
  readonly key: string;
  readonly markers: ShapeFacts["markers"];
}

export type FigureRule = Pick<ShapeFacts, "type" | "seat">;

interface Figure {
  readonly group: Group;
  readonly prop: FigureProp;
  rule: FigureRule;
  /** Null until its place is known: a chair's legs reach to the floor. */
  shape: Object3D | null;
}

export class PropFigures {
  readonly root = new Group();
  private readonly figures = new Map<number, Figure>();
  private readonly models = new Map<string, Object3D>();

  constructor() {
    this.root.name = "props";
  }

  show(id: number, prop: FigureProp, { type, seat }: FigureRule): void {
    const before = this.figures.get(id);
    if (before !== undefined) {
      const isSame =
        before.rule.type === type && before.rule.seat.every((value, axis) => value === seat[axis]);
      before.rule = { type, seat };
      if (!isSame) this.bare(before);
      return;
    }
    const group = new Group();
    group.name = prop.key;
    group.visible = false;
    const figure: Figure = { group, prop, rule: { type, seat }, shape: null };
    this.figures.set(id, figure);
    this.root.add(group);
    this.dress(figure);
  }

  hide(id: number): void {
    const figure = this.figures.get(id);
    if (figure === undefined) return;
    this.bare(figure);
    figure.group.clear();
    figure.group.removeFromParent();
    this.figures.delete(id);
  }

  /** @param model in place of the shape, in metres; null: none any more */
  setModel(key: string, model: Object3D | null): void {
    if (model === null) this.models.delete(key);
    else this.models.set(key, model);
    for (const figure of this.figures.values()) {
      if (figure.prop.key !== key) continue;
      this.bare(figure);
      figure.group.clear();
      this.dress(figure);
    }
  }

  /** See `PropPicture`. */
  place(id: number, poses: ArrayLike<number>, at: number, shiftX: number, shiftZ: number): void {
    const figure = this.figures.get(id);
    if (figure === undefined) return;
    const { group } = figure;
    const height = poses[at + 1] ?? 0;
    group.position.set((poses[at] ?? 0) + shiftX, height, (poses[at + 2] ?? 0) + shiftZ);
    group.quaternion.set(poses[at + 3] ?? 0, poses[at + 4] ?? 0, poses[at + 5] ?? 0, poses[at + 6] ?? 1);
    group.visible = true;
    if (figure.shape === null && group.children.length === 0) this.shape(figure, height);
  }

  dispose(): void {
    for (const id of [...this.figures.keys()]) this.hide(id);
  }

  private dress({ group, prop }: Figure): void {
    const model = this.models.get(prop.key);
    if (model !== undefined) group.add(model);
  }

  private shape(figure: Figure, height: number): void {
    const { prop, rule, group } = figure;
    figure.shape = makeShape({ ...rule, markers: prop.markers, seatHeight: height + rule.seat[1] });
    group.add(figure.shape);
  }

  private bare(figure: Figure): void {
    if (figure.shape === null) return;
    figure.shape.removeFromParent();
    freeShape(figure.shape);
    figure.shape = null;
  }
}
