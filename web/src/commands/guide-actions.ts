// The tour through the page, and the help where a live connection moves nothing.
// They change what is shown and nothing else.
import type { Trouble } from "../state/bridge-trouble";
import { tourSteps } from "../state/guide";
import type { Store } from "../state/store";

export function createGuideActions({ store }: { readonly store: Store }) {
  const { step, isUnasked, wasSeen, help } = store.guide;
  const begin = (unasked: boolean) => {
    isUnasked.value = unasked;
    step.value = 0;
  };
  return {
    /** On a first visit; the page is not held up by it. */
    offerTour: () => {
      if (!wasSeen.value && step.value < 0) begin(true);
    },
    startTour: () => begin(false),
    /** Beyond the last step it ends. */
    tourTo: (next: number) => {
      isUnasked.value = false;
      if (next < tourSteps.length) step.value = Math.max(0, next);
      else {
        step.value = -1;
        wasSeen.value = true;
      }
    },
    endTour: () => {
      step.value = -1;
      wasSeen.value = true;
    },
    showHelp: (trouble: Trouble | null) => {
      help.value = trouble;
    },
  };
}
