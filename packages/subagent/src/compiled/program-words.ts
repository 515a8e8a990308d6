// Collects the names and texts that a program mentions, which is all it can depend on in its data.

import { read, type Form } from "@ptc/parser";
import { comparisons, type Comparisons } from "./compared-texts.ts";

export interface ProgramWords {
  /** Field names as programs look them up: `:due-date` finds "due_date" too. */
  readonly names: ReadonlySet<string>;
  /** Texts and keywords in lower case, with which values are compared. */
  readonly texts: ReadonlySet<string>;
  /** The tools that the program calls. */
  readonly tools: ReadonlySet<string>;
  /** The fields of the context that the program reads. */
  readonly data: ReadonlySet<string>;
}

/** Returns the texts that the program compares its fields with. */
export function programComparisons(source: string): Comparisons {
  const result = read(source);
  return comparisons(result.ok ? result.forms : [], fieldName);
}

/** Returns the same field name for every spelling that a program may use. */
export function fieldName(name: string): string {
  return name.replaceAll("-", "_");
}

/** Returns a text in the form used for comparisons. */
export function comparedText(text: string): string {
  return text.trim().toLowerCase();
}

/** Returns the words of a program. Empty for a source that can't be read. */
export function programWords(source: string): ProgramWords {
  const words = {
    names: new Set<string>(),
    texts: new Set<string>(),
    tools: new Set<string>(),
    data: new Set<string>(),
  };
  const result = read(source);
  // Use a list instead of recursion, because only the reader limits how deeply forms are nested.
  const open: Form[] = result.ok ? [...result.forms] : [];
  for (let form = open.pop(); form !== undefined; form = open.pop()) {
    if (form.type === "keyword" || form.type === "symbol" || form.type === "string") {
      const word = form.type === "string" ? form.value : form.name;
      words.names.add(fieldName(word));
      if (form.type !== "symbol") words.texts.add(comparedText(word));
      if (form.type === "symbol" && form.namespace === "tool") words.tools.add(form.name);
      if (form.type === "symbol" && form.namespace === "data") words.data.add(form.name);
    }
    if ("items" in form) for (const item of form.items) open.push(item);
    if ("form" in form) open.push(form.form);
  }
  return words;
}
