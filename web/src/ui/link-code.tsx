// The link as a QR code: one path of squares, drawn anew when the link changes.
// It says nothing that the text of the link beside it does not say.
import { useMemo } from "preact/hooks";
import { encode } from "uqr";
import { useText } from "./context";

/** Modules of light edge that readers need around the code. */
const QUIET_ZONE = 4;

/** Runs of dark modules, a line each, as the path of an SVG. */
export function codePath(rows: readonly (readonly boolean[])[]): string {
  let path = "";
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x++;
      const width = x - start + 1;
      path += `M${start} ${y}h${width}v1h-${width}z`;
    }
  });
  return path;
}

export function LinkCode({ link }: { link: string }) {
  const text = useText();
  // The lowest correction makes the largest squares: a screen is not scratched.
  const code = useMemo(() => {
    const { data, size } = encode(link, { ecc: "L", border: QUIET_ZONE });
    return { path: codePath(data), size };
  }, [link]);
  return (
    <figure class="share-code">
      <svg
        viewBox={`0 0 ${code.size} ${code.size}`}
        role="img"
        aria-label={text("share.codeText")}
        shape-rendering="crispEdges"
        data-testid="link-code"
      >
        <rect width={code.size} height={code.size} />
        <path d={code.path} />
      </svg>
      <figcaption>{text("share.code")}</figcaption>
    </figure>
  );
}
