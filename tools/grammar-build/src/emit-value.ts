// Emits the parts of a rule whose values are kept: each is stored in a local until everything
// around it has matched.
import type { Emission, Sink, Target } from "./emission.ts";
import type { Expression } from "./expression.ts";
import { pascalCase } from "./names.ts";

/**
 * A matched part, with the name of the local that contains its value (an array for many values).
 */
export interface HeldPart {
  readonly lines: readonly string[];
  readonly name: string;
  /** Returns statements that deliver the stored value. */
  deliver(sink: Sink, at: string): readonly string[];
}

/** Returns the TypeScript type of one value of an expression. */
export function valueTypeOf(expression: Expression, emission: Pick<Emission, "plan">): string {
  return [...emission.plan.sourcesOf(expression)].map(ruleValueType).join(" | ");
}

export function ruleValueType(rule: string): string {
  return `${pascalCase(rule)}Value`;
}

export function emitHeld(part: Expression, target: Target, emission: Emission): HeldPart {
  const count = emission.plan.countOf(part);
  const name = emission.fresh(count === "many" ? "values" : "value");
  const type = valueTypeOf(part, emission);
  if (part.type === "apply" && count === "one") {
    return {
      name,
      lines: [...callRule(part.rule, name, target), `${target.at} = reading.at;`],
      deliver: (sink, at) => sink.deliver(name, at),
    };
  }
  if (count === "many") {
    const push: Sink = { deliver: (value) => [`${name}.push(${value});`] };
    const item = emission.fresh("value");
    return {
      name,
      lines: [
        `const ${name}: (${type})[] = [];`,
        ...emission.emit(part, { ...target, sink: push }),
      ],
      deliver: (sink, at) => [`for (const ${item} of ${name}) {`, ...sink.deliver(item, at), "}"],
    };
  }
  const assign: Sink = { deliver: (value) => [`${name} = ${value};`] };
  const isSure = count === "one";
  return {
    name,
    lines: [
      `let ${name}: ${type}${isSure ? "" : " | undefined"};`,
      ...emission.emit(part, { ...target, sink: assign }),
    ],
    deliver: (sink, at) =>
      isSure
        ? sink.deliver(name, at)
        : [`if (${name} !== undefined) {`, ...sink.deliver(name, at), "}"],
  };
}

/** Calls the function of a rule that yields a value; runs `fail` if it doesn't match. */
export function callRule(rule: string, name: string, { at, fail }: Target): readonly string[] {
  return [
    `const ${name} = read${pascalCase(rule)}(reading, ${at});`,
    `if (${name} === undefined) ${fail}`,
  ];
}
