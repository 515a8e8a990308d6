// The names and texts that a program mentions: what of its data it can depend on.

import { read, type Form } from "@ptc/parser";

export interface ProgramWords {
  /** Names of fields as programs find them: `:due-date` finds "due_date" too. */
  readonly names: ReadonlySet<string>;
  /** Texts and keywords, without regard to case: what values are compared with. */
  readonly texts: ReadonlySet<string>;
  /** The tools that it calls. */
  readonly tools: ReadonlySet<string>;
  /** The fields of the context that it reads. */
  readonly data: ReadonlySet<string>;
}

/** The name of a field, however a program spells it. */
export function fieldName(name: string): string {
  return name.replaceAll("-", "_");
}

/** A text as programs compare it. */
export function comparedText(text: string): string {
  return text.trim().toLowerCase();
}

/** The words of a program that has run; of a source that cannot be read there are none. */
export function programWords(source: string): ProgramWords {
  const words = {
    names: new Set<string>(),
    texts: new Set<string>(),
    tools: new Set<string>(),
    data: new Set<string>(),
  };
  const result = read(source);
  // A list and not recursion: how deep forms are nested is for the reader to bound.
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
