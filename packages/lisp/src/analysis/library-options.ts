// What stands behind a library in `require` and `use`: `:as s :refer [join] :rename {join j}`; and
// the lists of libraries that begin alike, `(clojure [string :as s] set)`.

import type { Form } from "@ptc/parser";
import type { Analysis } from "./analysis.ts";
import { invalidForm } from "./analysis-error.ts";
import { describeForm, plainName } from "./form-tools.ts";

/** The options of one library, by what they are for. */
export interface LibraryOptions {
  readonly aliases: readonly Form[];
  /** The names that are to be in sight without prefix; `undefined` where nothing is said. */
  readonly referred: readonly Form[] | "all" | undefined;
  readonly excluded: ReadonlySet<string>;
  /** By the name in the library. */
  readonly renamed: ReadonlyMap<string, string>;
}

/** Reads them; what has no meaning is reported with what to write. */
export function readLibraryOptions(
  analysis: Analysis,
  operation: string,
  options: readonly Form[],
  howToWrite: string,
): LibraryOptions {
  const aliases: Form[] = [];
  let referred: readonly Form[] | "all" | undefined;
  let excluded: ReadonlySet<string> = new Set();
  let renamed: ReadonlyMap<string, string> = new Map();
  for (let index = 0; index < options.length; index += 2) {
    const [option, value] = options.slice(index, index + 2);
    const kind = option?.type === "keyword" ? option.name : undefined;
    const items = value?.type === "vector" || value?.type === "list" ? value.items : undefined;
    if ((kind === "as" || kind === "as-alias") && plainName(value) !== undefined && value)
      aliases.push(value);
    else if (kind === "refer" && value?.type === "keyword" && value.name === "all")
      referred = "all";
    else if (items && (kind === "refer" || (kind === "only" && operation === "use")))
      referred = items;
    else if (items && kind === "exclude") excluded = new Set(items.map(nameOf));
    else if (kind === "rename" && value?.type === "map")
      renamed = renamedIn(analysis, operation, value.items);
    else if (option !== undefined)
      analysis.report(
        invalidForm(
          operation,
          `${analysis.sourceText(option.span)} is not offered here`,
          option.span,
          kind === "only" ? "write :refer [name …]" : howToWrite,
        ),
      );
  }
  return { aliases, referred, excluded, renamed };
}

function nameOf(form: Form): string {
  return plainName(form) ?? "";
}

/** `{join j}`: the name of the library first. */
function renamedIn(
  analysis: Analysis,
  operation: string,
  items: readonly Form[],
): ReadonlyMap<string, string> {
  const renamed = new Map<string, string>();
  for (let index = 0; index < items.length; index += 2) {
    const [from, to] = items.slice(index, index + 2).map(plainName);
    const wrong =
      from === undefined ? items[index] : to === undefined ? items[index + 1] : undefined;
    if (wrong !== undefined)
      analysis.report(
        invalidForm(
          operation,
          `${describeForm(wrong)} is no name`,
          wrong.span,
          "write :refer [join] :rename {join j}: the name in the library, then your own",
        ),
      );
    else if (from !== undefined && to !== undefined) renamed.set(from, to);
  }
  return renamed;
}

/** The libraries of `(clojure [string :as s] set)`, each in full; `undefined` for one library. */
export function prefixedLibraries(spec: Form): readonly Form[] | undefined {
  if (spec.type !== "list" && spec.type !== "vector") return undefined;
  const [prefix, ...members] = spec.items;
  const start = plainName(prefix);
  if (start === undefined || members.length === 0 || members[0]?.type === "keyword")
    return undefined;
  return members.map((member) => prefixed(start, member));
}

function prefixed(prefix: string, member: Form): Form {
  if (member.type === "symbol" && member.namespace === undefined)
    return { ...member, name: `${prefix}.${member.name}` };
  const [first, ...others] = member.type === "vector" ? member.items : [];
  return member.type === "vector" && first?.type === "symbol"
    ? { ...member, items: [prefixed(prefix, first), ...others] }
    : member;
}
