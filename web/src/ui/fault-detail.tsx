// The exact reason of a refusal in the refusing part's own words, which are English, and marked as such.
// What a user needs to know is said before it, in the language that is on.
import { useText } from "./context";

export function FaultDetail({ detail }: { detail: string }) {
  const text = useText();
  return (
    <p class="fault-detail">
      <span class="fault-detail-label">{text("fault.detail")}</span> <span lang="en">{detail}</span>
    </p>
  );
}
