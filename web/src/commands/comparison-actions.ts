// Choosing how avatars are compared, and moving the divider.
// The picture follows at once; nothing here touches the calibration.
import { type CompareMode, type Comparison, clampDivider, DIVIDER_MIDDLE } from "../state/comparison";

/** What of the stage follows the choice. */
export interface PairStage {
  /** All avatars in one picture, or no more. */
  showTogether(on: boolean): void;
  /** Both scenes of the open avatar, parted at `divider`, a share of the width. */
  showPair(mode: "side" | "cut", divider: number): void;
}

export type ComparisonActions = ReturnType<typeof createComparisonActions>;

/** @param showWall puts the wall in place of the pair, or takes it away */
export function createComparisonActions(
  comparison: Comparison,
  stage: PairStage,
  showWall: (on: boolean) => void,
) {
  const show = () => {
    const mode = comparison.mode.value;
    showWall(mode === "wall");
    stage.showTogether(mode === "stage");
    if (mode === "side" || mode === "cut") stage.showPair(mode, comparison.divider.value);
  };
  show();
  return {
    /** Without being remembered: the page has begun with several avatars. */
    begin(mode: CompareMode): void {
      comparison.mode.value = mode;
      show();
    },
    setMode(mode: CompareMode): void {
      if (mode === comparison.mode.value) return;
      comparison.mode.value = mode;
      show();
      comparison.remember();
    },
    /** @param share of the width */
    moveDivider(share: number): void {
      comparison.divider.value = clampDivider(share);
      show();
    },
    /** The movement has ended. */
    settleDivider: () => comparison.remember(),
    resetDivider(): void {
      this.moveDivider(DIVIDER_MIDDLE);
      comparison.remember();
    },
  };
}
