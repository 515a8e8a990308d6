// A row of the generator's tables: a type and a form of that type with holes. `$int` is a hole for
// any form of that type, and `$!int` for one in parentheses. `?x` is a new name at each use of the
// template, and `$T{?x:int}` a hole that may use it.

import { readForm, type Form } from "./form.ts";
import { readType, type Type } from "./type.ts";

/** The columns of a table: the type, the form, and its relative frequency (default 1). */
export type TemplateRow = readonly [gives: string, form: string, weight?: number];

export interface Hole {
  readonly hole: Type;
  /** Names that the filling may use, with their types. */
  readonly binds: readonly (readonly [name: string, type: Type])[];
  readonly mustBeCall: boolean;
}

export type TemplateForm =
  string | Hole | { readonly open: string; readonly items: readonly TemplateForm[] };

export interface Template {
  readonly gives: Type;
  readonly form: TemplateForm;
  readonly weight: number;
  /** True if it contains a `#(…)`, which can't be nested in another. */
  readonly isShortFunction: boolean;
  /** True if it defines names, so it may only be at the top level of a program. */
  readonly isTop: boolean;
}

/** @throws Error for a row that can't be read, which is a mistake in a table */
export function readTemplate([gives, text, weight = 1]: TemplateRow): Template {
  const form = readForm(text);
  return {
    gives: readType(gives),
    form: withHoles(form),
    weight,
    isShortFunction: text.includes("#("),
    isTop: /\((?:def|defn|defn-|defonce|declare) /.test(text),
  };
}

function withHoles(form: Form): TemplateForm {
  if (typeof form !== "string") return { open: form.open, items: form.items.map(withHoles) };
  const match = /^\$(!?)([A-Za-z]+(?:<[^{]*>)?)(?:\{(.*)\})?$/.exec(form);
  if (match === null) return form;
  return {
    hole: readType(match[2] ?? ""),
    binds: bindsOf(match[3] ?? ""),
    mustBeCall: match[1] === "!",
  };
}

/** `?x:int;?y:seq<A>`: commas belong to types. */
function bindsOf(text: string): Hole["binds"] {
  return text
    .split(";")
    .filter((part) => part !== "")
    .map((part) => {
      const colon = part.indexOf(":");
      return [part.slice(0, colon), readType(part.slice(colon + 1))] as const;
    });
}
