// The tour: five cards, each beside the part of the page that it speaks of. The page goes on working under it.
// What is shown is the guide's state; here is only where.
import type { JSX } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type TourStep, tourSteps } from "../state/guide";
import { useApp, useText } from "./context";
import { IconButton } from "./controls";
import { Icon } from "./icons";
import { NARROW, useMedia } from "./use-media";

/** What each step points at; the first that is there. */
const targets: Readonly<Record<TourStep, string>> = {
  avatar: ".header-file, .empty-card",
  motion: ".transport",
  compare: ".view-bar .segmented",
  tune: ".panel-tabs",
  keep: ".header-group",
};

/** Room around what is pointed at, CSS pixels. */
const RING = 6;
/** Between the ring and the page's edge, CSS pixels. */
const EDGE = 2;
/** Room between the card and what is pointed at, and to the page's edge. */
const GAP = 14;

export function Tour() {
  const { store } = useApp();
  const step = tourSteps[store.guide.step.value];
  return step === undefined ? null : <TourCard step={step} />;
}

function TourCard({ step }: { step: TourStep }) {
  const text = useText();
  const { store, actions } = useApp();
  const card = useRef<HTMLDivElement>(null);
  const id = useId();
  const { ring, place } = usePlace(targets[step], card);
  const number = tourSteps.indexOf(step);
  const isLast = number === tourSteps.length - 1;
  useEffect(() => {
    if (!store.guide.isUnasked.value) card.current?.focus();
  }, [store]);
  useTourKeys(number);
  return (
    <>
      <div class="tour-ring" style={ring} aria-hidden="true" />
      <div
        ref={card}
        class="tour"
        role="dialog"
        aria-labelledby={`${id}title`}
        aria-describedby={`${id}text`}
        tabIndex={-1}
        style={place}
        data-testid="tour"
      >
        <div class="tour-head">
          <h2 id={`${id}title`}>{text(`tour.${step}`)}</h2>
          <IconButton icon="close" label={text("tour.end")} onClick={() => actions.guide.endTour()} />
        </div>
        <p id={`${id}text`}>{text(`tourText.${step}`)}</p>
        <div class="tour-foot">
          <span class="tour-count">
            {text("tour.count", { number: number + 1, total: tourSteps.length })}
          </span>
          <button
            type="button"
            class="button button-plain button-small"
            disabled={number === 0}
            onClick={() => actions.guide.tourTo(number - 1)}
          >
            {text("tour.back")}
          </button>
          <button
            type="button"
            class="button button-accent button-small"
            onClick={() => actions.guide.tourTo(number + 1)}
          >
            {text(isLast ? "tour.done" : "tour.next")}
          </button>
        </div>
      </div>
    </>
  );
}

export function TourButton() {
  const text = useText();
  const { actions } = useApp();
  return <IconButton icon="tour" label={text("tour.show")} onClick={() => actions.guide.startTour()} />;
}

/** For the welcome card, where there is room for a word. */
export function TourOffer() {
  const text = useText();
  const { actions } = useApp();
  return (
    <button type="button" class="button button-quiet" onClick={() => actions.guide.startTour()}>
      <Icon name="tour" />
      {text("tour.show")}
    </button>
  );
}

/** Escape ends it wherever the focus is; arrows lead on while the card has it. */
function useTourKeys(number: number): void {
  const { store, actions } = useApp();
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (store.panel.dialogs.value > 0) return;
      const isOnCard = event.target instanceof Element && event.target.closest(".tour") !== null;
      if (event.key === "Escape") actions.guide.endTour();
      else if (isOnCard && event.key === "ArrowRight") actions.guide.tourTo(number + 1);
      else if (isOnCard && event.key === "ArrowLeft") actions.guide.tourTo(number - 1);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener("keydown", listen, true);
    return () => removeEventListener("keydown", listen, true);
  }, [store, actions, number]);
}

interface Place {
  readonly ring: JSX.CSSProperties;
  readonly place: JSX.CSSProperties;
}

/** Under what is pointed at, or over it where there is no room; on narrow screens along the lower edge. */
function usePlace(selector: string, card: { readonly current: HTMLElement | null }): Place {
  const narrow = useMedia(NARROW);
  // Words of another language are of another width.
  const { language } = useText();
  const [place, setPlace] = useState<Place>({ ring: { opacity: 0 }, place: {} });
  useLayoutEffect(() => {
    document.querySelector(selector)?.scrollIntoView({ block: "center" });
    const put = () => setPlace(placeBeside(selector, card.current, narrow));
    put();
    addEventListener("resize", put);
    addEventListener("scroll", put, true);
    return () => {
      removeEventListener("resize", put);
      removeEventListener("scroll", put, true);
    };
  }, [selector, card, narrow, language]);
  return place;
}

function placeBeside(selector: string, card: HTMLElement | null, narrow: boolean): Place {
  const box = document.querySelector(selector)?.getBoundingClientRect();
  if (box === undefined || box.width === 0) return { ring: { opacity: 0 }, place: {} };
  // Inside of the page: what lies along its edge has a whole ring, too.
  const [from, to] = [Math.max(EDGE, box.left - RING), Math.min(innerWidth - EDGE, box.right + RING)];
  const top = Math.max(EDGE, box.top - RING);
  const ring = {
    left: `${from}px`,
    top: `${top}px`,
    width: `${to - from}px`,
    height: `${box.bottom + RING - top}px`,
  };
  if (narrow || card === null) return { ring, place: {} };
  const { offsetWidth: width, offsetHeight: height } = card;
  const middle = box.left + box.width / 2 - width / 2;
  const left = Math.max(GAP, Math.min(middle, innerWidth - width - GAP));
  const below = box.bottom + GAP;
  const over = below + height + GAP <= innerHeight ? below : Math.max(GAP, box.top - GAP - height);
  return { ring, place: { left: `${left}px`, top: `${over}px`, right: "auto", bottom: "auto" } };
}
