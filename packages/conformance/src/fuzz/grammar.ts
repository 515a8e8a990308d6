// The templates of the tables, indexed by the type of their result.

import { readTemplate, type Template, type TemplateRow } from "./template.ts";
import { isVariable, unify, typeText, type Type } from "./type.ts";

/** The templates by the type of their result, in the order of the rows. */
export interface Grammar {
  readonly templates: readonly Template[];
  readonly byType: ReadonlyMap<string, readonly Template[]>;
  /** Templates that can give any type. */
  readonly generic: readonly Template[];
  /** A cache of `candidates`. */
  readonly fitting: Map<string, readonly Template[]>;
}

/** `outermost` are the rows that may be the outermost form of a program. */
export function grammarOf(
  rows: readonly TemplateRow[],
  outermost: readonly TemplateRow[] = rows,
): Grammar {
  const templates = rows.map(readTemplate);
  const byType = new Map<string, Template[]>();
  const inner = templates.filter(({ isTop }) => !isTop);
  for (const template of inner)
    byType.set(template.gives.name, [...(byType.get(template.gives.name) ?? []), template]);
  return {
    templates: outermost === rows ? templates : outermost.map(readTemplate),
    byType,
    generic: inner.filter(({ gives }) => isVariable(gives)),
    fitting: new Map(),
  };
}

/** Returns the templates with a result of type `goal`. */
export function candidates(grammar: Grammar, goal: Type, isGeneric: boolean): readonly Template[] {
  const key = `${String(isGeneric)} ${typeText(goal)}`;
  const known = grammar.fitting.get(key);
  if (known !== undefined) return known;
  const found = (isGeneric ? grammar.generic : (grammar.byType.get(goal.name) ?? [])).filter(
    ({ gives }) => unify(gives, goal, new Map()),
  );
  grammar.fitting.set(key, found);
  return found;
}
