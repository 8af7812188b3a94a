// A section of the body panel: a heading that folds, a reset for all that stands in it, and what is inside.
// What is inside is the caller's.
import { useComputed } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import type { BodySection as SectionName } from "../state/body-panel";
import { isDefault } from "../state/body-settings";
import type { BodyParameterName } from "../tables/body-parameters";
import { sectionParameters } from "./body-parts";
import { useApp, useText } from "./context";
import { IconButton } from "./controls";
import { Icon } from "./icons";
import { ParameterRow } from "./parameter-row";

interface SectionProps {
  section: SectionName;
  /** It does not fold. */
  fixed?: boolean;
  /** What the reset takes back; default: the section's own. */
  names?: readonly BodyParameterName[];
  children?: ComponentChildren;
}

export function BodySection({
  section,
  fixed = false,
  names = sectionParameters[section],
  children,
}: SectionProps) {
  const text = useText();
  const { store, actions } = useApp();
  const id = useId();
  const isPlain = useComputed(() => names.every((name) => isDefault(store.profile.value, name))).value;
  const open = fixed || store.bodyPanel.open.value.has(section);
  const title = text(`bodySection.${section}`);
  return (
    <section class="body-section" aria-labelledby={`${id}title`} data-section={section}>
      <div class="body-section-head">
        <h2 id={`${id}title`}>
          {fixed ? (
            title
          ) : (
            <button
              type="button"
              class="fold"
              aria-expanded={open}
              aria-controls={open ? `${id}body` : undefined}
              onClick={() => actions.body.toggleSection(section)}
            >
              <Icon name="chevron" />
              {title}
            </button>
          )}
        </h2>
        {names.length > 0 && (
          <IconButton
            icon="reset"
            label={text("body.resetSection", { section: title })}
            disabled={isPlain}
            onClick={() => void actions.body.resetSection(section, names)}
          />
        )}
      </div>
      {open && (
        <div class="body-section-body" id={`${id}body`}>
          {children ?? names.map((name) => <ParameterRow key={name} name={name} />)}
        </div>
      )}
    </section>
  );
}
