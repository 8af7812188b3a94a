// The button that opens the report, and the report while it is open.
// Its content is report-dialog.tsx's.
import { useState } from "preact/hooks";
import { useApp, useText } from "./context";
import { IconButton } from "./controls";
import { ReportDialog } from "./report-dialog";

export function ReportButton() {
  const text = useText();
  const { store } = useApp();
  const [shown, setShown] = useState(false);
  const report = store.report.value;
  const avatar = store.avatar.value;
  return (
    <>
      <IconButton
        icon="report"
        label={text("report.open")}
        text={text("report.open")}
        disabled={report === null}
        onClick={() => setShown(true)}
      />
      {shown && report !== null && avatar !== null && (
        <ReportDialog report={report} avatar={avatar} close={() => setShown(false)} />
      )}
    </>
  );
}
