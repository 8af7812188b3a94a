// The icons of the page: 16 units square, one stroke, drawn in the colour of the text beside them.
// They carry no meaning alone; a text or a label always stands beside them.
import type { JSX } from "preact";
import type { Verdict } from "../state/report";

const paths = {
  undo: "M6 3 2.5 6.5 6 10M3 6.5h6a4 4 0 0 1 0 8H6.5",
  redo: "M10 3l3.5 3.5L10 10M13 6.5H7a4 4 0 0 0 0 8h2.5",
  play: "M4.5 2.8v10.4l8.5-5.2z",
  pause: "M5 3v10M11 3v10",
  loop: "M11 2l2.5 2.5L11 7M2.5 8V7A2.5 2.5 0 0 1 5 4.5h8.5M5 14l-2.5-2.5L5 9M13.5 8v1a2.5 2.5 0 0 1-2.5 2.5H2.5",
  markIn: "M7 3H4v10h3M8 8h5.500M10.500 5.500 8 8l2.500 2.500",
  markOut: "M9 3h3v10H9M8 8H2.500M5.500 5.500 8 8l-2.500 2.500",
  markClear: "M4.500 3H2.500v10h2M11.500 3h2v10h-2M6 6l4 4M10 6l-4 4",
  open: "M2 12.5V3.5h4l1.5 2H14v7z",
  link: "M6.5 9.5l3-3M7 4.5l1.2-1.2a3 3 0 0 1 4.3 4.3L11.2 8.8M9 11.5l-1.2 1.2a3 3 0 0 1-4.3-4.3l1.3-1.2",
  save: "M8 2v8M4.5 6.8 8 10.2l3.5-3.4M2.5 13.5h11",
  load: "M8 10.5v-8M4.5 5.8 8 2.4l3.5 3.4M2.5 13.5h11",
  close: "M3.5 3.5l9 9M12.5 3.5l-9 9",
  search: "M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM10.7 10.7 14 14",
  keyboard: "M1.5 4h13v8h-13zM4 6.5h.01M6.7 6.5h.01M9.3 6.5h.01M12 6.5h.01M4.5 9.5h7",
  language:
    "M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM1.5 8h13M8 1.5c2 2 2.6 4 2.6 6.5S10 12.5 8 14.500C6 12.5 5.4 10.5 5.4 8S6 3.5 8 1.500z",
  camera:
    "M2 6V2.500h3.500M10.5 2.500H14V6M14 10v3.500h-3.500M5.5 13.500H2V10M8 9.500a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3z",
  reset: "M3 3v3.500h3.500M3.3 6.300A5.5 5.5 0 1 1 2.5 9",
  preview: "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  swap: "M2.5 5.500h10M9.5 2.500l3 3-3 3M13.5 10.500h-10M6.5 7.500l-3 3 3 3",
  paste: "M4 3.500h8v10.500H4zM6 3.500V2h4v1.500M6.3 7.500h3.400M6.3 10.300h3.400",
  trash: "M2.5 4.500h11M6 4.500v-2h4v2M4 4.500l.7 9h6.600l.7-9",
  licence: "M4 1.500h5.500L13 5v9.500H4zM9 1.500V5.500h4M6.5 8.500h4M6.5 11.200h4",
  error: "M8 14.500a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM8 4.500v4.200M8 11.300h.01",
  warning: "M8 2 1.5 13.500h13zM8 6.500v3.200M8 11.700h.01",
  info: "M8 14.500a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM8 7.300v4.200M8 4.700h.01",
  hand: "M5 8.500V4a1 1 0 0 1 2 0v3.500V2.800a1 1 0 0 1 2 0v4.700V3.600a1 1 0 0 1 2 0V9l1-1.400a1 1 0 0 1 1.7 1.100L11 13.200c-.6.9-1.3 1.3-2.4 1.3-2.2 0-3.6-1.5-3.6-3.600z",
  edit: "M3 13l.8-3.2 7.400-7.400 2.400 2.400-7.400 7.400zM9.400 4.200l2.400 2.400",
  copy: "M5.500 5.500h8v8h-8zM10.500 5.500v-3h-8v8h3",
  share: "M8 10V2M5 5l3-3 3 3M4.500 7.500H3V14h10V7.500h-1.500",
  profiles: "M2.500 2.800h11v4h-11zM2.500 9.200h11v4h-11zM5 4.800h.01M5 11.200h.01",
  map: "M2.500 4h3l5 8h3M11.500 10l2 2-2 2M2.500 12h3l1.400-2.300M9.100 6.300 10.500 4h3M11.500 2l2 2-2 2",
  report: "M2.5 13.500h11M4.500 11V8M8 11V3.500M11.500 11V6",
  mute: "M2 6.200v3.600h2.500L8 12.800V3.200L4.500 6.200zM10.800 6.200l3.600 3.600M14.400 6.200l-3.600 3.600",
  solo: "M8 9.800a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6zM8 1.500v2M8 12.500v2M1.500 8h2M12.500 8h2",
  lock: "M3.500 7.200h9v6.300h-9zM5.500 7.200V5a2.500 2.500 0 0 1 5 0v2.200",
  unlock: "M3.500 7.200h9v6.300h-9zM5.500 7.200V5a2.500 2.500 0 0 1 4.800-1",
  floor: "M2 12.500h12M4 9.500c1.300-4 2.700-4 4 0s2.700 4 4 0",
  left: "M10 3.500 5.500 8l4.500 4.500",
  right: "M6 3.500 10.500 8 6 12.500",
  chevron: "M4 6l4 4 4-4",
  ik: "M4 14.500 6.500 8.500 11.500 6.500M6.500 8.500 2.500 7M11.500 4.200 13.800 6.500 11.500 8.800 9.200 6.500zM4 14.500h.01",
  figure: "M8 5a1.700 1.700 0 1 0 0-3.400A1.700 1.700 0 0 0 8 5zM8 5v5M3 7h10M8 10l-3 4.500M8 10l3 4.500",
  tour: "M8 14.500a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM10.800 5.200 9.300 9.300 5.200 10.800 6.700 6.700z",
  photo: "M2 5h3l1-1.800h4L11 5h3v8H2zM8 11.200a2.300 2.300 0 1 0 0-4.600 2.300 2.300 0 0 0 0 4.600z",
  video:
    "M8 14.500a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM8 10.300a2.300 2.300 0 1 0 0-4.600 2.300 2.300 0 0 0 0 4.600z",
  record:
    "M8 12.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9zM8 9.500a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3z",
  stop: "M4 4h8v8H4z",
  takes: "M2.500 3.500h8M2.500 6.500h8M2.500 9.500h4M11.500 7.500v5.500M9 10.800l2.500 2.500 2.500-2.500",
  output: "M2 3.500h12v7.500H2zM6 13.500h4M6.500 5.500v3.500l3.500-1.750z",
  drop: "M8 2v7M5 6.5 8 9.500l3-3M2 10v3.500h12V10",
} as const;

export type IconName = keyof typeof paths;

const verdictPaths: Readonly<Record<Verdict, string>> = {
  effective: "M3 8.500l3.3 3.300L13 4.8",
  weak: "M8 3v9.500M4 8.800l4 3.9 4-3.9",
  strong: "M8 13V3.500M4 7.200l4-3.9 4 3.9",
  binary:
    "M5 4.500h6a3.5 3.5 0 0 1 0 7H5a3.5 3.5 0 0 1 0-7zM11 9.200a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.400z",
  empty: "M8 13.500a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11z",
  missing: "M3.5 8h9",
};

function Glyph({ path }: { path: string }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  );
}

export function Icon({ name }: { name: IconName }): JSX.Element {
  return <Glyph path={paths[name]} />;
}

export function VerdictIcon({ verdict }: { verdict: Verdict }): JSX.Element {
  return <Glyph path={verdictPaths[verdict]} />;
}
