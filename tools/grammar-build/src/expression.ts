// Parsing expressions as plain data: made from ohm's objects by `load-grammar.ts` and used by
// everything else. Parameters are substituted and inherited rules are resolved, so a grammar is a
// closed table of rules.

export type Expression =
  | { readonly type: "any" }
  | { readonly type: "end" }
  | { readonly type: "text"; readonly text: string }
  /** One character between two code points, both included. */
  | { readonly type: "range"; readonly from: number; readonly to: number }
  /** One character that a Unicode pattern (the text of a regular expression) accepts. */
  | { readonly type: "unicode"; readonly pattern: string }
  | { readonly type: "sequence"; readonly parts: readonly Expression[] }
  | { readonly type: "choice"; readonly alternatives: readonly Expression[] }
  | { readonly type: "repeat"; readonly body: Expression; readonly minimum: 0 | 1 }
  | { readonly type: "optional"; readonly body: Expression }
  | { readonly type: "not"; readonly body: Expression }
  | { readonly type: "ahead"; readonly body: Expression }
  | { readonly type: "apply"; readonly rule: string };

export interface Rule {
  /** An identifier; an instance of a parameterized rule includes its arguments in the name. */
  readonly name: string;
  /** The rule's name in the grammar, without arguments. */
  readonly origin: string;
  readonly body: Expression;
  /**
   * The text in parentheses after the rule's name: failures show it instead of the rule's
   * contents.
   */
  readonly description?: string;
}

export type RuleTable = ReadonlyMap<string, Rule>;

/** Returns the rule of that name; every name in a loaded grammar has one. */
export function ruleNamed(rules: RuleTable, name: string): Rule {
  const rule = rules.get(name);
  if (rule === undefined) throw new Error(`grammar-build: there is no rule ${name}`);
  return rule;
}

/** Returns the expressions directly inside an expression. */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.type) {
    case "sequence":
      return expression.parts;
    case "choice":
      return expression.alternatives;
    case "repeat":
    case "optional":
    case "not":
    case "ahead":
      return [expression.body];
    default:
      return [];
  }
}

/** Returns the names of the rules that an expression applies. */
export function appliedRules(expression: Expression): readonly string[] {
  return expression.type === "apply"
    ? [expression.rule]
    : partsOf(expression).flatMap(appliedRules);
}

/** Returns the number of nodes that ohm binds for an expression; only the ohm reader needs it. */
export function arityOf(expression: Expression): number {
  switch (expression.type) {
    case "sequence":
      return expression.parts.reduce((sum, part) => sum + arityOf(part), 0);
    case "choice":
      return expression.alternatives[0] === undefined ? 0 : arityOf(expression.alternatives[0]);
    case "repeat":
    case "optional":
    case "ahead":
      return arityOf(expression.body);
    case "not":
      return 0;
    default:
      return 1;
  }
}
