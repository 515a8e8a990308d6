// `read-string`: reads data in the syntax of the language. Evaluates nothing, and code has no data
// form.

import { Keyword, RegexValue, SymbolValue, Vector, type Value } from "@ptc/core/values";
import { MapBuilder, TrieSet } from "@ptc/core/internal/values";
import type { Form } from "@ptc/parser";
import { readForms } from "@ptc/parser/forms";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { EvaluationError } from "../../evaluation/errors/errors.ts";
import { stringArgument, wrongArgument } from "../../evaluation/arguments/string-argument.ts";
import { instantLiteral } from "./instant-literal.ts";
import { chargeText } from "./text-cost.ts";

/** The most bytes a character may produce, including intermediate values. */
const bytesOfCharacter = 64;
const bytesOfForm = 64;
/** Returns the first value in the text `value`, or `undefined` if the text contains none. */
export function readData(branch: Branch, value: Value, operation: string): Value | undefined {
  const text = stringArgument(value, operation, "the text of a value");
  chargeText(branch, text.length);
  branch.spend(Math.floor(text.length / 4));
  branch.charge(bytesOfCharacter * text.length);
  // Reading the digits of an integer takes quadratic time.
  for (const { 0: digits } of text.matchAll(/[0-9a-zA-Z]+/g)) {
    const blocks = digits.length >> 8;
    if (blocks > 0) branch.spend(blocks * blocks);
  }
  const forms = readForms(text, { maxSourceLength: Number.MAX_SAFE_INTEGER });
  if (forms === undefined)
    throw wrongArgument(
      operation,
      "the text cannot be read as a value",
      'it must use the syntax of the language, such as "{:a [1 2]}"; for JSON use json/parse-string',
    );
  const [first] = forms;
  return first === undefined ? undefined : new DataReader(branch, operation).value(first);
}

class DataReader {
  private readonly branch: Branch;
  private readonly operation: string;

  constructor(branch: Branch, operation: string) {
    this.branch = branch;
    this.operation = operation;
  }

  value(form: Form): Value {
    this.branch.spend(1);
    this.branch.charge(bytesOfForm);
    switch (form.type) {
      case "nil":
        return null;
      case "boolean":
      case "number":
      case "string":
      case "character":
        return form.value;
      case "keyword":
        return new Keyword(nameOf(form));
      case "symbol":
        return new SymbolValue(nameOf(form));
      case "regex":
        return new RegexValue(form.source);
      case "list":
      case "vector":
        return Vector.of(
          form.items.map((item) => this.value(item)),
          form.type,
        );
      case "set":
        return this.set(form.items);
      case "map":
        return this.map(form.items);
      case "tagged":
        return this.tagged(form.tag, form.form.value);
      default:
        throw new EvaluationError(
          "unsupported",
          `${this.operation}: code (a ${form.type}) is not data`,
          {
            op: this.operation,
            hint: "the text may contain numbers, strings, keywords, symbols and collections",
          },
        );
    }
  }

  private set(items: readonly Form[]): Value {
    const set = TrieSet.of(
      items.map((item) => this.value(item)),
      this.branch,
    );
    if (set.count !== items.length) throw this.twice("a member of a set");
    return set;
  }

  private map(items: readonly Form[]): Value {
    const builder = new MapBuilder(this.branch);
    for (let index = 0; index + 1 < items.length; index += 2) {
      const [key, value] = [items[index], items[index + 1]];
      if (key !== undefined && value !== undefined) builder.set(this.value(key), this.value(value));
    }
    const map = builder.build();
    if (map.count !== items.length / 2) throw this.twice("a key of a map");
    return map;
  }

  private twice(what: string): EvaluationError {
    return wrongArgument(this.operation, `${what} appears twice in the text`);
  }

  private tagged(tag: string, text: string): Value {
    if (tag === "uuid") return text;
    const instant = tag === "inst" ? instantLiteral(text) : undefined;
    if (instant !== undefined) return instant;
    throw wrongArgument(this.operation, `#${tag} of this text cannot be read as a value`);
  }
}

function nameOf({
  namespace,
  name,
}: {
  readonly namespace?: string;
  readonly name: string;
}): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}
