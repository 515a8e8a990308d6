// Reads a grammar with ohm-js and converts its parsing expressions to plain data (expression.ts).
// Only this file uses ohm's objects at build time. It rejects what the emitter can't translate, by
// name.
import * as ohm from "ohm-js";
import type { Expression, Rule, RuleTable } from "./expression.ts";

/** The fields of ohm's expressions that its own types do not declare. */
interface OhmFields {
  readonly obj: string;
  readonly from: string;
  readonly to: string;
  readonly pattern: RegExp;
  readonly terms: readonly ohm.PExpr[];
  readonly factors: readonly ohm.PExpr[];
  readonly expr: ohm.PExpr;
  readonly ruleName: string;
  readonly args: readonly ohm.PExpr[];
  substituteParams(values: readonly ohm.PExpr[]): ohm.PExpr;
}

interface OhmRule {
  readonly body: ohm.PExpr;
  readonly description?: string | null;
}

/**
 * Returns the rules that `start` reaches, as data. Throws if a rule uses something that the
 * emitter doesn't support.
 */
export function loadGrammar(grammarText: string, start: string): RuleTable {
  const grammar = ohm.grammar(grammarText);
  const rules = new Map<string, Rule>();
  const instanceNames = new Map<string, string>();

  const visit = (application: ohm.PExpr): string => {
    const { ruleName, args } = fieldsOf(application);
    const known = instanceNames.get(application.toString());
    if (known !== undefined) return known;
    const ohmRule = grammar.rules[ruleName] as unknown as OhmRule | undefined;
    if (ohmRule === undefined)
      throw new Error(`grammar-build: the grammar has no rule ${ruleName}`);
    if (/^[A-Z]/.test(ruleName)) {
      throw new Error(
        `grammar-build: rule ${ruleName} starts with a capital, so ohm would skip spaces in it. Write it in lower case and name the spaces`,
      );
    }
    const name = freshName(application.toString(), rules);
    instanceNames.set(application.toString(), name);
    // The table keeps the order of first use: the entry is added before the body is visited.
    rules.set(name, { name, origin: ruleName, body: { type: "end" } });
    const body = toExpression(fieldsOf(ohmRule.body).substituteParams(args), visit);
    rules.set(name, {
      name,
      origin: ruleName,
      body,
      ...(ohmRule.description ? { description: ohmRule.description } : {}),
    });
    return name;
  };

  visit(new (ohm.pexprs.Apply as unknown as new (name: string) => ohm.PExpr)(start));
  return rules;
}

function toExpression(
  expression: ohm.PExpr,
  visit: (application: ohm.PExpr) => string,
): Expression {
  const { pexprs } = ohm;
  const fields = fieldsOf(expression);
  const inner = (): Expression => toExpression(fields.expr, visit);
  const all = (list: readonly ohm.PExpr[]): Expression[] =>
    list.map((part) => toExpression(part, visit));

  if (expression === pexprs.any) return { type: "any" };
  if (expression === pexprs.end) return { type: "end" };
  if (expression instanceof pexprs.Terminal) return { type: "text", text: fields.obj };
  if (expression instanceof pexprs.Range) return toRange(fields.from, fields.to);
  if (expression instanceof pexprs.UnicodeChar)
    return { type: "unicode", pattern: fields.pattern.source };
  if (expression instanceof pexprs.Alt)
    return single(all(fields.terms)) ?? { type: "choice", alternatives: all(fields.terms) };
  if (expression instanceof pexprs.Seq)
    return single(all(fields.factors)) ?? { type: "sequence", parts: all(fields.factors) };
  if (expression instanceof pexprs.Star) return { type: "repeat", body: inner(), minimum: 0 };
  if (expression instanceof pexprs.Plus) return { type: "repeat", body: inner(), minimum: 1 };
  if (expression instanceof pexprs.Opt) return { type: "optional", body: inner() };
  if (expression instanceof pexprs.Not) return { type: "not", body: inner() };
  if (expression instanceof pexprs.Lookahead) return { type: "ahead", body: inner() };
  if (expression instanceof pexprs.Lex) return inner();
  if (expression instanceof pexprs.Apply) return { type: "apply", rule: visit(expression) };
  throw new Error(
    `grammar-build: cannot emit an expression of type ${expression.constructor.name}`,
  );
}

/**
 * ohm compares code units if both ends are one unit; a range that overlaps the surrogates would
 * then split a pair.
 */
function toRange(fromText: string, toText: string): Expression {
  const from = fromText.codePointAt(0) ?? 0;
  const to = toText.codePointAt(0) ?? 0;
  if (to >= 0xd800 && to <= 0xffff && from <= 0xdfff) {
    throw new Error(
      `grammar-build: the range ${JSON.stringify(fromText)}..${JSON.stringify(toText)} ends inside or behind the surrogates; end it at "\\u{D7FF}" or "\\u{10FFFF}"`,
    );
  }
  return { type: "range", from, to };
}

function single(expressions: readonly Expression[]): Expression | undefined {
  return expressions.length === 1 ? expressions[0] : undefined;
}

/** Returns an identifier for a rule or for one instance of a parameterized rule. */
function freshName(text: string, taken: ReadonlyMap<string, Rule>): string {
  const base = text.replace(/[^A-Za-z0-9]+/g, "_").replace(/^_+|_+$/g, "");
  let name = base;
  for (let count = 2; taken.has(name); count += 1) name = `${base}_${count}`;
  return name;
}

/** Returns fields that ohm's declarations hide; only this function relies on their names. */
function fieldsOf(expression: ohm.PExpr): OhmFields {
  return expression as unknown as OhmFields;
}
