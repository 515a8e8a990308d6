// The expectations of an expression that fails at its very first character.
import { type Expression, type RuleTable, ruleNamed } from "./expression.ts";
import { firstOf } from "./first-set.ts";
import { labelOf } from "./names.ts";

export function startLabelsOf(expression: Expression, rules: RuleTable): readonly string[] {
  switch (expression.type) {
    case "apply": {
      const { body, description } = ruleNamed(rules, expression.rule);
      return description === undefined ? startLabelsOf(body, rules) : [description];
    }
    case "choice":
      return expression.alternatives.flatMap((alternative) => startLabelsOf(alternative, rules));
    case "repeat":
    case "optional":
    case "ahead":
      return startLabelsOf(expression.body, rules);
    case "sequence": {
      const labels: string[] = [];
      for (const part of expression.parts) {
        labels.push(...startLabelsOf(part, rules));
        if (!firstOf(part, rules).nullable) break;
      }
      return labels;
    }
    case "not":
      return [];
    default:
      return [labelOf(expression, rules)];
  }
}
