// Holds the built page to the browser inside OBS, Chrome 103: names of newer interfaces and styles in dist/. Exit 1 and each place.
// Syntax is lowered by the build itself; what is missing at run time is not, and would fail on the stage of a show.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** The oldest browser that the page is made for. The same as `build.target` in vite.config.ts. */
const kOldest = 103;

/** A use within this many characters after its own `typeof NAME` test is guarded: there is another way for older browsers. */
const kGuardReach = 160;
/** Characters shown around a finding. */
const kContext = 40;

/**
 * Names that no other library gives to something of its own. Methods whose names are common words (`union`, `difference`, `any` on its
 * own) cannot be told apart in built text and are left to the type checker, whose library is ES2022. Lists named `assertRef...` are glTF-Transform's, which are plain arrays.
 */
export const kScriptRules = [
  { name: "Array.prototype.toSorted", since: 110, pattern: /\.toSorted\(/g },
  { name: "Array.prototype.toReversed", since: 110, pattern: /\.toReversed\(/g },
  { name: "Array.prototype.toSpliced", since: 110, pattern: /\.toSpliced\(/g },
  { name: "Array.prototype.with", since: 110, pattern: /\.with\(/g },
  { name: "Array.fromAsync", since: 121, pattern: /\bArray\.fromAsync\b/g },
  { name: "Object.groupBy", since: 117, pattern: /\b(?:Object|Map)\.groupBy\b/g },
  { name: "Promise.withResolvers", since: 119, pattern: /\.withResolvers\(/g },
  { name: "Promise.try", since: 128, pattern: /\bPromise\.try\b/g },
  { name: "AbortSignal.any", since: 116, pattern: /\bAbortSignal\.any\(/g },
  { name: "URL.canParse", since: 120, pattern: /\bURL\.(?:canParse|parse)\(/g },
  { name: "String.prototype.isWellFormed", since: 111, pattern: /\.(?:is|to)WellFormed\(/g },
  {
    name: "Set.prototype.isSubsetOf",
    since: 122,
    pattern: /\.(?:is(?:Sub|Super)setOf|isDisjointFrom|symmetricDifference)\(/g,
  },
  {
    name: "iterator helpers",
    since: 122,
    pattern:
      /\bIterator\.(?:from|prototype)\b|(?<!\bassertRef(?:List|Map)\(\w+\))\.(?:values|keys|entries)\(\)\.(?:map|filter|take|drop|flatMap|reduce|toArray|forEach|some|every|find)\(/g,
  },
  { name: "RegExp.escape", since: 136, pattern: /\bRegExp\.escape\(/g },
  {
    name: "the v flag of regular expressions",
    since: 112,
    pattern: /\/[dgimsy]*v[dgimsy]*\.(?:test|exec)\(|\bRegExp\([^()]*,\s*["'`][a-z]*v[a-z]*["'`]\)/g,
  },
  { name: "ArrayBuffer.prototype.transfer", since: 114, pattern: /\.transfer(?:ToFixedLength)?\(/g },
  { name: "Uint8Array.fromBase64", since: 140, pattern: /\bUint8Array\.from(?:Base64|Hex)\b/g },
  { name: "Float16Array", since: 135, pattern: /\bnew Float16Array\b/g },
  { name: "Math.f16round", since: 135, pattern: /\bMath\.(?:f16round|sumPrecise)\b/g },
  { name: "ReadableStream.from", since: 124, pattern: /\bReadableStream\.from\(/g },
  { name: "Headers.prototype.getSetCookie", since: 113, pattern: /\.getSetCookie\(/g },
  { name: "Element.prototype.showPopover", since: 114, pattern: /\.(?:show|hide|toggle)Popover\(/g },
  { name: "Element.prototype.checkVisibility", since: 105, pattern: /\.checkVisibility\(/g },
  { name: "Document.prototype.startViewTransition", since: 111, pattern: /\.startViewTransition\(/g },
  { name: "scheduler.yield", since: 129, pattern: /\bscheduler\.yield\b/g },
];

export const kStyleRules = [
  { name: ":has()", since: 105, pattern: /:has\(/g },
  { name: "container queries", since: 105, pattern: /@container\b|\bcontainer-type:/g },
  {
    name: "translate, rotate and scale as properties",
    since: 104,
    pattern: /[;{](?:translate|rotate|scale):/g,
  },
  { name: "comparisons in media queries", since: 104, pattern: /@media[^{]*\([^)]*[<>]/g },
  { name: "units of the dynamic viewport", since: 108, pattern: /\d(?:dv|sv|lv)(?:h|w|i|b|min|max)\b/g },
  { name: "color-mix()", since: 111, pattern: /\bcolor-mix\(/g },
  { name: "colours beyond sRGB", since: 111, pattern: /\b(?:ok)?l(?:ab|ch)\(|\bcolor\(/g },
  { name: "nesting", since: 112, pattern: /[{;}]\s*&/g },
  { name: "linear()", since: 113, pattern: /\blinear\(/g },
  { name: "text-wrap", since: 114, pattern: /\btext-wrap:/g },
  { name: "subgrid", since: 117, pattern: /\bsubgrid\b/g },
  { name: "@starting-style", since: 117, pattern: /@starting-style\b/g },
  { name: "@scope", since: 118, pattern: /@scope\b/g },
  { name: ":user-valid", since: 119, pattern: /:user-(?:in)?valid\b/g },
  { name: "mask without prefix", since: 120, pattern: /[;{]mask(?:-image|-size|-position|-repeat)?:/g },
  { name: "light-dark()", since: 123, pattern: /\blight-dark\(/g },
  { name: "field-sizing", since: 123, pattern: /\bfield-sizing:/g },
  { name: "anchor positioning", since: 125, pattern: /\banchor-name:|\bposition-anchor:/g },
];

/** Styles without their comments and without the blocks that only browsers apply which know what is asked for. */
function unconditional(css) {
  let text = css.replace(/\/\*[\s\S]*?\*\//g, "");
  for (let at = text.indexOf("@supports"); at >= 0; at = text.indexOf("@supports", at)) {
    let depth = 0;
    let end = text.indexOf("{", at);
    if (end < 0) break;
    do {
      if (text[end] === "{") depth += 1;
      if (text[end] === "}") depth -= 1;
      end += 1;
    } while (depth > 0 && end < text.length);
    text = text.slice(0, at) + text.slice(end);
  }
  return text;
}

function isGuarded(text, index, found) {
  const name = found.replace(/^new /, "").replace(/\($/, "");
  return text.slice(Math.max(0, index - kGuardReach), index).includes(`typeof ${name}`);
}

/** What a text uses that is newer than the oldest browser, as `Chrome N: name: ...place...`. */
export function findNewer(text, rules) {
  const found = [];
  for (const { name, since, pattern } of rules) {
    if (since <= kOldest) continue;
    for (const match of text.matchAll(pattern)) {
      if (isGuarded(text, match.index, match[0])) continue;
      const place = text
        .slice(Math.max(0, match.index - kContext), match.index + kContext)
        .replace(/\s+/g, " ");
      found.push(`Chrome ${since}: ${name}: ...${place}...`);
    }
  }
  return found;
}

/** All findings below a folder, and how many files were read. */
export function checkBuilt(folder) {
  const findings = [];
  let files = 0;
  for (const name of readdirSync(folder, { recursive: true }).map(String).sort()) {
    const isStyle = name.endsWith(".css");
    if (!isStyle && !/\.m?js$/.test(name)) continue;
    files += 1;
    const text = readFileSync(join(folder, name), "utf8");
    const newer = isStyle ? findNewer(unconditional(text), kStyleRules) : findNewer(text, kScriptRules);
    findings.push(...newer.map((finding) => `${join(folder, name)}: ${finding}`));
  }
  return { findings, files };
}

if (process.argv[1] && resolve(process.argv[1]) === resolve(new URL(import.meta.url).pathname)) {
  const { findings, files } = checkBuilt("dist");
  for (const finding of findings) console.error(finding);
  if (findings.length > 0) {
    console.error(`browser: ${findings.length} uses of what Chrome ${kOldest} does not have`);
    process.exit(1);
  }
  if (files === 0) {
    console.error("browser: dist/ holds no script and no style, so nothing was checked");
    process.exit(1);
  }
  console.log(`browser: ${files} files of the page use nothing newer than Chrome ${kOldest}`);
}
