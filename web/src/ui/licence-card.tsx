// The avatar's name and the licence terms that its file states, shown when it is opened: a low strip that leaves the faces free.
// It judges nothing; the words are the file's own. Of the avatars of Doppel's own a tag says enough until the terms are asked for.
import { useEffect, useState } from "preact/hooks";
import { isTextKey } from "../i18n/translate";
import type { AvatarFacts } from "../state/avatar";
import { type Text, useApp, useText } from "./context";
import { IconButton } from "./controls";
import { Icon } from "./icons";

/** Part of every address of the public domain dedication. */
const CC0 = "creativecommons.org/publicdomain/zero/";

const formatNames = { glb: "GLB", gltf: "glTF", vrm0: "VRM 0.x", vrm1: "VRM 1.0" } as const;

export function LicenceCard({ avatar }: { avatar: AvatarFacts }) {
  const text = useText();
  const isSample = useApp().store.origin.value?.kind === "sample";
  const stated = statesLicence(avatar) && !isSample;
  const [open, setOpen] = useState(stated);
  // An accepted substitute is no new avatar: what the user has closed stays closed.
  useEffect(() => setOpen(stated), [avatar.fingerprint]);
  const title = avatar.licence.title || avatar.name || avatar.file;
  return (
    <section class={open ? "licence licence-open" : "licence"} aria-label={text("licence.region")}>
      <div class="licence-head">
        <strong class="licence-name" title={title}>
          {title}
        </strong>
        <span class="tag">{formatNames[avatar.format]}</span>
        {isPublicDomain(avatar) && <span class="tag">CC0</span>}
        {avatar.height > 0 && (
          <span class="licence-height">
            {text("avatar.height", { value: text.number(avatar.height, 2) })}
          </span>
        )}
        <IconButton
          icon={open ? "close" : "licence"}
          label={text(open ? "licence.hide" : "licence.show")}
          onClick={() => setOpen(!open)}
        />
      </div>
      <Findings avatar={avatar} />
      {open && <Terms avatar={avatar} />}
    </section>
  );
}

function Terms({ avatar }: { avatar: AvatarFacts }) {
  const text = useText();
  const { authors, licence, terms } = avatar.licence;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keys
    <section class="licence-terms" tabIndex={0} aria-label={text("licence.title")}>
      {authors.length > 0 && <p>{text("licence.by", { authors: authors.join(", ") })}</p>}
      {licence !== "" && <Licence licence={licence} />}
      {!statesLicence(avatar) && <p>{text("licence.unknown")}</p>}
      <dl>
        {Object.entries(terms)
          .filter(([, value]) => value !== licence)
          .map(([term, value]) => (
            <div key={term}>
              <dt>{termName(text, term)}</dt>
              <dd>{termValue(text, value)}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

function Licence({ licence }: { licence: string }) {
  if (!/^https?:\/\//.test(licence)) return <p>{licence}</p>;
  return (
    <p>
      <a href={licence} target="_blank" rel="noreferrer noopener">
        {licence}
      </a>
    </p>
  );
}

function Findings({ avatar }: { avatar: AvatarFacts }) {
  const text = useText();
  const { actions } = useApp();
  if (avatar.findings.length === 0) return null;
  const isNameless = avatar.findings.some(
    ({ kind }) => kind === "unmatched-target" || kind === "unnamed-target",
  );
  return (
    <details class="findings" data-testid="findings">
      <summary>
        <Icon name="info" />
        {text("avatar.findings", { count: avatar.findings.length })}
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reachable by keys */}
      <ul tabIndex={0}>
        {avatar.findings.map((finding) => (
          <li key={`${finding.kind} ${finding.mesh} ${finding.channel} ${finding.targets.join()}`}>
            <code>{finding.targets.join(", ") || finding.mesh}</code>{" "}
            {text(`finding.${finding.kind}`, { channel: finding.channel ?? "" })}
            {finding.mesh !== "" && <small> {finding.mesh}</small>}
          </li>
        ))}
      </ul>
      {isNameless && (
        <button type="button" class="button button-plain" onClick={() => void actions.mapping.open()}>
          <Icon name="map" />
          {text("mapping.show")}
        </button>
      )}
    </details>
  );
}

function isPublicDomain({ licence: { licence, terms } }: AvatarFacts): boolean {
  return [licence, ...Object.values(terms)].some((value) => value.includes(CC0));
}

function statesLicence(avatar: AvatarFacts): boolean {
  const { authors, licence, terms } = avatar.licence;
  return licence !== "" || authors.length > 0 || Object.keys(terms).length > 0;
}

/** The usual terms of VRM in words; any other by the file's own name. */
function termName(text: Text, term: string): string {
  const key = `term.${term}`;
  return isTextKey(key) ? text(key) : term;
}

/** The usual answers of VRM 0.x and 1.0 in words; any other as the file has it. */
function termValue(text: Text, value: string): string {
  if (value === "true" || value === "false") return text(`term.${value}`);
  const key = `termValue.${value.charAt(0).toLowerCase()}${value.slice(1)}`;
  return isTextKey(key) ? text(key) : value;
}
