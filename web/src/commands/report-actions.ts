// Exports of the report: JSON and CSV as the command line writes them, and the picture that the page has drawn.
// It computes no number and draws nothing.
import { reportCsv, reportJson } from "../report/report-document";
import { type Note, pushMessage, type Store } from "../state/store";
import { createAttempt } from "./attempt";
import type { Calibrator, Saver } from "./ports";
import type { Session } from "./session";

export interface ReportActionParts {
  readonly store: Store;
  readonly session: Session;
  readonly calibrator: Calibrator;
  readonly saver: Saver;
}

export type ReportActions = ReturnType<typeof createReportActions>;

export function createReportActions({ store, session, calibrator, saver }: ReportActionParts) {
  const attempt = createAttempt(store);

  function saved(ending: string, content: () => Promise<string | Blob> | string | Blob): Promise<boolean> {
    const document = session.document;
    if (document === null) return Promise.resolve(false);
    const stem = document.avatar.facts.file.replace(/\.[^.]+$/, "") || "avatar";
    const file = `${stem}.report.${ending}`;
    const title: Note = { key: "report.failed", parameters: { file } };
    return attempt(title, async () => {
      saver.save(file, await content());
      pushMessage(store, { kind: "info", title: { key: "report.saved", parameters: { file } } });
    });
  }

  const reported = () => {
    const document = session.document;
    if (document === null) throw new Error("no avatar is open");
    const { avatar, profile } = document;
    const { description, measurement, facts } = avatar;
    return {
      description,
      measurement,
      fingerprint: facts.fingerprint,
      report: calibrator.reportDocument(avatar, profile),
    };
  };

  return {
    saveJson: () => saved("json", () => reportJson(reported())),
    saveCsv: () => saved("csv", () => new Blob([reportCsv(reported())], { type: "text/csv" })),
    savePicture: (draw: () => Promise<Blob>) => saved("png", draw),
  };
}
