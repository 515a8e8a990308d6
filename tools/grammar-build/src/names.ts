// Names in the emitted module, and the words for expectations in a failure.
import { type Expression, type RuleTable, ruleNamed } from "./expression.ts";

export function pascalCase(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

/** Returns `symbolStart` as "symbol start". */
function spaced(name: string): string {
  return name
    .replace(/[_\s]+/g, " ")
    .replace(
      /([a-z])([A-Z])/g,
      (_match, before: string, after: string) => `${before} ${after.toLowerCase()}`,
    );
}

/** Returns the expectation that a failure shows if this expression didn't match. */
export function labelOf(expression: Expression, rules: RuleTable): string {
  switch (expression.type) {
    case "any":
      return "any character";
    case "end":
      return "end of input";
    case "text":
      return JSON.stringify(expression.text);
    case "range":
      return `${JSON.stringify(String.fromCodePoint(expression.from))}..${JSON.stringify(String.fromCodePoint(expression.to))}`;
    case "unicode":
      return "a Unicode letter";
    case "apply":
      return ruleNamed(rules, expression.rule).description ?? spaced(expression.rule);
    case "not":
      return `not ${labelOf(expression.body, rules)}`;
    case "choice":
      return expression.alternatives.map((part) => labelOf(part, rules)).join(" or ");
    case "sequence": {
      const last = expression.parts.at(-1);
      return last === undefined ? "nothing" : labelOf(last, rules);
    }
    default:
      return labelOf(expression.body, rules);
  }
}
