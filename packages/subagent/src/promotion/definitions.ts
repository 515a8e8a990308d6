// The definitions in the programs of a run, as text.

import { read, type Form } from "@ptc/parser";

/** A top-level definition of a program. */
export interface Definition {
  readonly name: string;
  readonly text: string;
  /** The number of its program, from 0. */
  readonly program: number;
  /** Where it ends in its program. */
  readonly end: number;
  /** True if it has a docstring. */
  readonly hasDoc: boolean;
  readonly isFunction: boolean;
  /** All names in its text. */
  readonly words: ReadonlySet<string>;
}

const kinds: ReadonlySet<string> = new Set(["def", "defn", "defn-", "defonce"]);

/** Returns the definitions of programs in their order. A program that can't be read has none. */
export function definitionsIn(programs: readonly string[]): readonly Definition[] {
  return programs.flatMap((source, program) => {
    const forms = read(source);
    if (!forms.ok) return [];
    return topLevel(forms.forms).flatMap((form): Definition[] => {
      if (form.type !== "list") return [];
      const [head, target, third, fourth] = form.items;
      if (head?.type !== "symbol" || target?.type !== "symbol" || !kinds.has(head.name)) return [];
      const value = head.name.startsWith("defn") ? undefined : form.items.at(-1);
      return [
        {
          name: target.name,
          text: source.slice(form.span.start, form.span.end),
          program,
          end: form.span.end,
          hasDoc: third?.type === "string" && fourth !== undefined,
          isFunction: value === undefined || isFunction(value),
          words: wordsIn(form),
        },
      ];
    });
  });
}

/** Returns the forms, and those in a `do` at the top level. */
function topLevel(forms: readonly Form[]): readonly Form[] {
  return forms.flatMap((form) =>
    form.type === "list" && form.items[0]?.type === "symbol" && form.items[0].name === "do"
      ? topLevel(form.items.slice(1))
      : [form],
  );
}

function isFunction(form: Form): boolean {
  if (form.type === "function") return true;
  return form.type === "list" && form.items[0]?.type === "symbol" && form.items[0].name === "fn";
}

function wordsIn(form: Form): ReadonlySet<string> {
  const words = new Set<string>();
  const open: Form[] = [form];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.type === "symbol")
      words.add(next.namespace === undefined ? next.name : `${next.namespace}/${next.name}`);
    else if ("items" in next) for (const item of next.items) open.push(item);
    else if ("form" in next) open.push(next.form);
  }
  return words;
}

/**
 * Returns the last definition of `name`, after the other definitions that it uses, in the order of
 * the programs; undefined if no program defines it.
 */
export function withHelpers(
  definitions: readonly Definition[],
  name: string,
): readonly Definition[] | undefined {
  const latest = new Map(definitions.map((definition) => [definition.name, definition]));
  const wanted = latest.get(name);
  if (wanted === undefined) return undefined;
  const needed = new Set([wanted]);
  // A set visits the elements that are added during the iteration.
  for (const { words } of needed)
    for (const word of words) {
      const helper = latest.get(word);
      if (helper !== undefined) needed.add(helper);
    }
  // A helper may have been defined again after the function.
  return [
    ...definitions.filter((definition) => needed.has(definition) && definition !== wanted),
    wanted,
  ];
}

/** Returns the names in `data/…` of programs, without repetitions. */
export function dataNamesIn(programs: readonly string[]): readonly string[] {
  const found = new Set<string>();
  for (const source of programs) {
    const forms = read(source);
    for (const form of forms.ok ? forms.forms : [])
      for (const word of wordsIn(form)) if (word.startsWith("data/")) found.add(word);
  }
  return [...found];
}

/** Returns the `(:require …)` clauses of programs as text, without repetitions. */
export function requiresIn(programs: readonly string[]): readonly string[] {
  const found = new Set<string>();
  for (const source of programs) {
    const forms = read(source);
    for (const form of forms.ok ? forms.forms : []) {
      if (form.type !== "list" || form.items[0]?.type !== "symbol") continue;
      const { name } = form.items[0];
      const text = (each: Form): string => source.slice(each.span.start, each.span.end);
      if (name === "require")
        for (const spec of form.items.slice(1))
          if (spec.type === "quote") found.add(text(spec.form));
      if (name !== "ns") continue;
      for (const clause of form.items.slice(2))
        if (clause.type === "list" && clause.items[0]?.type === "keyword")
          if (clause.items[0].name === "require")
            for (const spec of clause.items.slice(1)) found.add(text(spec));
    }
  }
  return [...found];
}
