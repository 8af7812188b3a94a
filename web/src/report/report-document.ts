// The forms of a report that leave Doppel: JSON and CSV, the same from the command line and from the page.
// The numbers are the core's; how they are printed for people is not decided here.

import type { ChannelReport, Measurement, Report } from "../core/documents";
import type { AvatarDescription } from "../reader/avatar-description";
import { faceChannelNames } from "../tables/face-channels";
import { csvText } from "./csv";

/** An avatar that was read, measured, calibrated and compared. */
export interface ReportedAvatar {
  readonly description: Pick<AvatarDescription, "file" | "format" | "height" | "licence">;
  readonly measurement: Pick<Measurement, "faceHeight">;
  /** SHA-256 of the file, lower-case hex. */
  readonly fingerprint: string;
  readonly report: Report;
}

export interface AvatarHeading {
  readonly file: string;
  readonly format: string;
  readonly fingerprint: string;
  /** Metres. */
  readonly height: number;
  /** Metres; 0 where nothing moves. */
  readonly faceHeight: number;
  /** Name or address of the licence, null where the file states none. */
  readonly licence: string | null;
}

export function avatarHeading({ description, measurement, fingerprint }: ReportedAvatar): AvatarHeading {
  const { file, format, height, licence } = description;
  return {
    file,
    format,
    fingerprint,
    height,
    faceHeight: measurement.faceHeight,
    licence: licence.licence === "" ? null : licence.licence,
  };
}

export function reportDocument(avatar: ReportedAvatar): object {
  return { avatar: avatarHeading(avatar), ...avatar.report };
}

/** Text of the JSON form. */
export function reportJson(avatar: ReportedAvatar): string {
  return `${JSON.stringify(reportDocument(avatar), null, 2)}\n`;
}

const TITLES = ["channel", "verdict", "class", "ratio", "input", "reference", "raw", "calibrated", "output"];

/** One line a channel and input. */
export function reportCsv({ report }: Pick<ReportedAvatar, "report">): string {
  const rows = faceChannelNames.flatMap((name) => {
    const channel: ChannelReport = report.channels[name];
    const { verdict, class: channelClass, ratio, reference, raw, calibrated, output } = channel;
    return report.inputs.map((input, at) => {
      const travels = [reference[at] ?? null, raw[at] ?? null, calibrated[at] ?? null, output[at] ?? null];
      return [name, verdict, channelClass, ratio, input, ...travels];
    });
  });
  return csvText([TITLES, ...rows]);
}
