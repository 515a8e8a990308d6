// Reads the options of a library in `require` and `use`: `:as s :refer [join] :rename {join j}`.
// Also expands lists with a common prefix: `(clojure [string :as s] set)`.

import type { Form } from "@ptc/parser";
import type { Analysis } from "./analysis.ts";
import { invalidForm } from "./analysis-error.ts";
import { plainName } from "./form-tools.ts";

/** The options of one library. */
export interface LibraryOptions {
  readonly alias: Form | undefined;
  /** The names to bring into scope without a prefix; `undefined` if not given. */
  readonly referred: readonly Form[] | "all" | undefined;
  readonly excluded: readonly string[];
  /** New names by the name in the library. */
  readonly renamed: ReadonlyMap<string, string>;
}

/**
 * Reads the options of a library. Reports options that have no meaning, with what to write
 * instead.
 */
export function readLibraryOptions(
  analysis: Analysis,
  operation: string,
  options: readonly Form[],
  howToWrite: string,
): LibraryOptions {
  let alias: Form | undefined;
  let referred: readonly Form[] | "all" | undefined;
  let excluded: readonly string[] = [];
  let renamed: ReadonlyMap<string, string> = new Map();
  for (let index = 0; index < options.length; index += 2) {
    const [option, value] = options.slice(index, index + 2);
    const kind = option?.type === "keyword" ? option.name : undefined;
    const items = value?.type === "vector" || value?.type === "list" ? value.items : undefined;
    if (kind === "as" && plainName(value) !== undefined) alias = value;
    else if (kind === "refer" && value?.type === "keyword" && value.name === "all")
      referred = "all";
    else if (items && (kind === "refer" || (kind === "only" && operation === "use")))
      referred = items;
    else if (items && kind === "exclude") excluded = items.map(nameOf);
    else if (kind === "rename" && value?.type === "map" && value.items.every(nameOf))
      renamed = renamedIn(value.items);
    else if (option !== undefined)
      analysis.report(
        invalidForm(
          operation,
          `${analysis.sourceText(option.span)} is not supported here`,
          option.span,
          howToWrite,
        ),
      );
  }
  return { alias, referred, excluded, renamed };
}

function nameOf(form: Form): string {
  return plainName(form) ?? "";
}

/** Reads `{join j}`, where the name in the library comes first. */
function renamedIn(items: readonly Form[]): ReadonlyMap<string, string> {
  const renamed = new Map<string, string>();
  const names = items.map(nameOf);
  for (let index = 0; index < names.length; index += 2)
    renamed.set(names[index] ?? "", names[index + 1] ?? "");
  return renamed;
}

/**
 * Returns the libraries of `(clojure [string :as s] set)` with full names, or `undefined` for a
 * single library.
 */
export function prefixedLibraries(spec: Form): readonly Form[] | undefined {
  if (spec.type !== "list" && spec.type !== "vector") return undefined;
  const [prefix, ...members] = spec.items;
  const start = plainName(prefix);
  if (start === undefined || members.length === 0 || members[0]?.type === "keyword")
    return undefined;
  return members.map((member) => prefixed(start, member));
}

function prefixed(prefix: string, member: Form): Form {
  if (member.type === "symbol") return { ...member, name: `${prefix}.${member.name}` };
  if (member.type !== "vector") return member;
  return {
    ...member,
    items: member.items.map((item, index) => (index === 0 ? prefixed(prefix, item) : item)),
  };
}
