// Interprets the same grammar and actions with ohm-js: the reference for tests of the emitted
// reader. It is slow, doesn't bound nesting, and never runs outside tests.
import { readFileSync } from "node:fs";
import * as ohm from "ohm-js";
import { arityOf, type Expression, type RuleTable, ruleNamed } from "./expression.ts";
import { loadGrammar } from "./load-grammar.ts";
import { actionNamesOf, type ActionTable, type ReaderRecipe } from "./recipe.ts";
import { planValues, type ValuePlan } from "./value-plan.ts";

interface OhmRefusal {
  readonly start: number;
  readonly end: number;
  readonly message: string;
}

export type OhmOutcome =
  | { readonly ok: true; readonly value: unknown; readonly refusal: OhmRefusal | undefined }
  | { readonly ok: false; readonly at: number };

export interface OhmReader {
  /** Reads the whole text, or returns the furthest position that ohm reached. */
  read(source: string): OhmOutcome;
}

type Action = (
  reading: OhmReading,
  start: number,
  end: number,
  ...values: readonly unknown[]
) => unknown;

class OhmReading {
  readonly source: string;
  refusal: OhmRefusal | undefined = undefined;

  constructor(source: string) {
    this.source = source;
  }

  refuse(start: number, end: number, message: string): void {
    if (this.refusal === undefined || start < this.refusal.start)
      this.refusal = { start, end, message };
  }
}

/** Everything needed to convert a node of ohm's tree to a value. */
interface TreeBuilder {
  readonly rules: RuleTable;
  readonly plan: ValuePlan;
  readonly actions: ActionTable;
  readonly reading: OhmReading;
}

export function createOhmReader(recipe: ReaderRecipe, actions: ActionTable): OhmReader {
  const grammarText = readFileSync(recipe.grammar, "utf8");
  const grammar = ohm.grammar(grammarText);
  const rules = loadGrammar(grammarText, recipe.start);
  const plan = planValues(rules, actionNamesOf(actions), recipe.silent);
  // The node wrappers that ohm passes to an operation give access to its tree; the operation itself
  // only returns one.
  const semantics = grammar.createSemantics().addOperation<ohm.Node>("node", {
    _nonterminal(): ohm.Node {
      return this;
    },
  });
  return {
    read(source) {
      const match = grammar.match(source, recipe.start);
      if (match.failed())
        return {
          ok: false,
          at: (
            match as unknown as { getRightmostFailurePosition(): number }
          ).getRightmostFailurePosition(),
        };
      const reading = new OhmReading(source);
      const root = (semantics(match) as unknown as { node(): ohm.Node }).node();
      const builder: TreeBuilder = { rules, plan, actions, reading };
      const [value] = valuesOfRule(recipe.start, root, builder);
      readSilently(root, new Set(recipe.silent), builder);
      return { ok: true, value, refusal: reading.refusal };
    },
  };
}

/** Forms without a value, such as discarded ones, are read too, and may be rejected. */
function readSilently(node: ohm.Node, silent: ReadonlySet<string>, builder: TreeBuilder): void {
  if (silent.has(node.ctorName))
    valuesOf(ruleNamed(builder.rules, node.ctorName).body, node.children, builder);
  for (const child of node.children) readSilently(child, silent, builder);
}

/** Returns the value of a node that a rule matched, or the values inside it. */
function valuesOfRule(name: string, node: ohm.Node, builder: TreeBuilder): readonly unknown[] {
  const { plan, rules, actions, reading } = builder;
  const { body } = ruleNamed(rules, name);
  switch (plan.modes.get(name)) {
    case "built": {
      const { startIdx, endIdx } = node.source;
      return [
        (actions[name] as Action)(
          reading,
          startIdx,
          endIdx,
          ...slotValues(body, node.children, builder),
        ),
      ];
    }
    case "passed":
    case "inlined":
      return valuesOf(body, node.children, builder);
    default:
      return [];
  }
}

/** Returns one argument for each part with a value in a built rule's body. */
function slotValues(
  body: Expression,
  children: readonly ohm.Node[],
  builder: TreeBuilder,
): readonly unknown[] {
  return splitByArity(body.type === "sequence" ? body.parts : [body], children).flatMap(
    ([part, nodes]) => {
      const count = builder.plan.countOf(part);
      if (count === "none") return [];
      const values = valuesOf(part, nodes, builder);
      return [count === "many" ? values : values[0]];
    },
  );
}

/** Returns all values of an expression, in the order of the text. */
function valuesOf(
  expression: Expression,
  children: readonly ohm.Node[],
  builder: TreeBuilder,
): readonly unknown[] {
  if (builder.plan.countOf(expression) === "none") return [];
  const [first] = children;
  switch (expression.type) {
    case "apply":
      return first === undefined ? [] : valuesOfRule(expression.rule, first, builder);
    case "sequence":
      return splitByArity(expression.parts, children).flatMap(([part, nodes]) =>
        valuesOf(part, nodes, builder),
      );
    case "choice": {
      const matched = expression.alternatives.find((alternative) =>
        fits(alternative, children, builder.rules),
      );
      return matched === undefined ? [] : valuesOf(matched, children, builder);
    }
    case "repeat":
    case "optional": {
      // ohm binds a repetition by columns; the text has it by rows.
      const rows = first?.children.length ?? 0;
      const { body } = expression;
      return Array.from({ length: rows }, (_unused, row) =>
        children.flatMap((column) => column.children.slice(row, row + 1)),
      ).flatMap((nodes) => valuesOf(body, nodes, builder));
    }
    default:
      return [];
  }
}

/**
 * True if ohm's nodes can come from this expression; ohm doesn't record which alternative matched.
 */
function fits(expression: Expression, children: readonly ohm.Node[], rules: RuleTable): boolean {
  const [first] = children;
  switch (expression.type) {
    case "apply":
      return first?.ctorName === ruleNamed(rules, expression.rule).origin;
    case "sequence":
      return splitByArity(expression.parts, children).every(([part, nodes]) =>
        fits(part, nodes, rules),
      );
    case "choice":
      return expression.alternatives.some((alternative) => fits(alternative, children, rules));
    case "repeat":
    case "optional":
      return first?.isIteration() ?? true;
    case "not":
    case "ahead":
      return true;
    default:
      return first?.isTerminal() ?? false;
  }
}

function splitByArity(
  parts: readonly Expression[],
  children: readonly ohm.Node[],
): readonly (readonly [Expression, readonly ohm.Node[]])[] {
  let taken = 0;
  return parts.map((part) => [part, children.slice(taken, (taken += arityOf(part)))]);
}
