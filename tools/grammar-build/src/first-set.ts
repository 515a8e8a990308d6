// Computes the characters that an expression can start with, so that the emitted reader can choose
// an alternative by one character. The set may be too large, never too small. Also finds rules that
// start with themselves, which a reader without memoization can't read.
import {
  type CharacterSet,
  characterSetOf,
  difference,
  everyCharacter,
  noCharacter,
  union,
} from "./character-set.ts";
import { type Expression, type RuleTable, ruleNamed } from "./expression.ts";

export interface First {
  readonly characters: CharacterSet;
  /** True if it may match without consuming a character. */
  readonly nullable: boolean;
}

export function firstOf(
  expression: Expression,
  rules: RuleTable,
  active: readonly string[] = [],
): First {
  const recurse = (part: Expression): First => firstOf(part, rules, active);
  switch (expression.type) {
    case "any":
    case "range":
      return { characters: characterSetOf(expression, rules) ?? everyCharacter, nullable: false };
    case "unicode":
      return { characters: everyCharacter, nullable: false };
    case "text": {
      const code = expression.text.codePointAt(0);
      return code === undefined
        ? { characters: noCharacter, nullable: true }
        : { characters: [[code, code]], nullable: false };
    }
    case "end":
    case "not":
    case "ahead":
      return { characters: noCharacter, nullable: true };
    case "optional":
      return { characters: recurse(expression.body).characters, nullable: true };
    case "repeat": {
      const first = recurse(expression.body);
      return { characters: first.characters, nullable: expression.minimum === 0 || first.nullable };
    }
    case "choice": {
      const firsts = expression.alternatives.map(recurse);
      return {
        characters: union(firsts.map((first) => first.characters)),
        nullable: firsts.some((first) => first.nullable),
      };
    }
    case "sequence":
      return firstOfSequence(expression.parts, rules, active);
    case "apply":
      if (active.includes(expression.rule)) {
        throw new Error(
          `grammar-build: left recursion: ${[...active, expression.rule].join(" -> ")}`,
        );
      }
      return firstOf(ruleNamed(rules, expression.rule).body, rules, [...active, expression.rule]);
  }
}

function firstOfSequence(
  parts: readonly Expression[],
  rules: RuleTable,
  active: readonly string[],
): First {
  const sets: CharacterSet[] = [];
  let excluded: CharacterSet = noCharacter;
  for (const part of parts) {
    if (part.type === "not") {
      excluded = union([excluded, characterSetOf(part.body, rules) ?? noCharacter]);
      continue;
    }
    const first = firstOf(part, rules, active);
    sets.push(difference(first.characters, excluded));
    if (!first.nullable) return { characters: union(sets), nullable: false };
    excluded = noCharacter; // a later part may follow characters that this one consumed
  }
  return { characters: union(sets), nullable: true };
}
