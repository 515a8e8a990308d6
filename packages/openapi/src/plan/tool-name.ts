// Names of tools. The rule: the `operationId`, or where there is none the method and the path; each
// run of what is no letter, digit, `_` or `-` of ASCII becomes one hyphen, of a path `{id}` too; at
// most 60 characters; the prefix of the host stands in front. A name that an earlier operation of
// the document has gets `-2`, then `-3`.

import type { OpenApiOperation } from "../document/operations.ts";

const longestName = 60;

/** Forms of the language, and the tool that runs programs. */
const reserved: ReadonlySet<string> = new Set(["return", "fail", "lisp_eval"]);

export class ToolNames {
  private readonly prefix: string;
  private readonly taken = new Set<string>(reserved);

  constructor(prefix: string) {
    this.prefix = prefix;
  }

  take(operation: OpenApiOperation): string {
    const base = this.prefix + wordsOf(operation);
    let name = base;
    for (let copy = 2; this.taken.has(name); copy++) name = `${base}-${String(copy)}`;
    this.taken.add(name);
    return name;
  }
}

function wordsOf({ operationId = "", method, path }: OpenApiOperation): string {
  return words(operationId) ?? words(`${method.toLowerCase()} ${path}`) ?? method.toLowerCase();
}

/** Undefined where no letter is in the text. */
function words(text: string): string | undefined {
  const name = text
    .slice(0, 10 * longestName)
    .split(/[^A-Za-z0-9_-]/)
    .filter((word) => word !== "")
    .join("-");
  const first = name.search(/[A-Za-z]/);
  return first < 0 ? undefined : name.slice(first, first + longestName);
}

/** Whether a text may stand in front of every name. */
export function isPrefix(text: string): boolean {
  return text === "" || /^[A-Za-z][A-Za-z0-9_-]{0,39}$/.test(text);
}
