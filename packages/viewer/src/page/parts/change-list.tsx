// The names or ids that a turn changed, as a difference.

import type { ChangeView } from "../../model/run-view.ts";
import { visible } from "../data/formats.ts";

export interface ChangeListProps {
  readonly title: string;
  readonly changes: readonly ChangeView[];
  readonly unchanged?: readonly string[];
}

export function ChangeList({ title, changes, unchanged = [] }: ChangeListProps) {
  if (changes.length === 0 && unchanged.length === 0) return null;
  return (
    <section class="card">
      <h3>{title}</h3>
      <div class="changes">
        {changes.map(({ name, before, after }) => (
          <div key={name} class="change">
            <span
              class={`change-mark ${markClass(before, after)}`}
              aria-label={wordOf(before, after)}
              role="img"
            >
              {before === undefined ? "+" : after === undefined ? "−" : "±"}
            </span>
            <span class="change-name">{visible(name)}</span>
            <span class="change-values">
              {before !== undefined && <del>{visible(before)}</del>}
              {after !== undefined && <ins>{visible(after)}</ins>}
            </span>
          </div>
        ))}
      </div>
      {unchanged.length > 0 && (
        <p class="unchanged">
          Unchanged: <span>{unchanged.map(visible).join(", ")}</span>
        </p>
      )}
    </section>
  );
}

function markClass(before: string | undefined, after: string | undefined): string {
  return before === undefined ? "is-added" : after === undefined ? "is-removed" : "is-changed";
}

function wordOf(before: string | undefined, after: string | undefined): string {
  return before === undefined ? "added" : after === undefined ? "removed" : "changed";
}
