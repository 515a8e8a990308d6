// Names the tools. The name is the `operationId`, or else the method and the path. Each run of
// characters other than ASCII letters, digits, `_` or `-` becomes one hyphen, including those
// around `{id}` in a path. It has at most 60 characters, after the host's prefix. If an earlier
// operation of the document has the name, `-2`, `-3` and so on is appended.

import type { OpenApiOperation } from "../document/operations.ts";

const longestName = 60;

/** Forms of the language, and the name of the tool that runs programs. */
const reserved: ReadonlySet<string> = new Set(["return", "fail", "lisp_eval"]);

export interface TakenName {
  readonly name: string;
  /** True if an earlier operation has the operation's own name. */
  readonly isNumbered: boolean;
}

export class ToolNames {
  private readonly prefix: string;
  private readonly taken = new Set<string>(reserved);

  constructor(prefix: string) {
    this.prefix = prefix;
  }

  take(operation: OpenApiOperation): TakenName {
    const base = this.prefix + wordsOf(operation);
    let name = base;
    for (let copy = 2; this.taken.has(name); copy++) name = `${base}-${String(copy)}`;
    this.taken.add(name);
    return { name, isNumbered: name !== base };
  }
}

function wordsOf({ operationId = "", method, path }: OpenApiOperation): string {
  return words(operationId) ?? words(`${method.toLowerCase()} ${path}`) ?? method.toLowerCase();
}

/** Returns undefined if the text has no letter. */
function words(text: string): string | undefined {
  const name = text
    .slice(0, 10 * longestName)
    .split(/[^A-Za-z0-9_-]/)
    .filter((word) => word !== "")
    .join("-");
  const first = name.search(/[A-Za-z]/);
  // eslint-disable-next-line texts/shortened-texts -- a name of a tool, from the document
  return first < 0 ? undefined : name.slice(first, first + longestName);
}

/** True if the text can be a prefix of names. It may end with `/`, as in `shop/`. */
export function isPrefix(text: string): boolean {
  return text === "" || /^[A-Za-z][A-Za-z0-9_-]{0,38}(?:[A-Za-z0-9_-]|\/)?$/.test(text);
}
