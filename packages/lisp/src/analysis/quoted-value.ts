// Turns quoted forms into values. A quoted name becomes a symbol. Code has no form as data.

import { SymbolValue, Vector, type Value } from "@ptc/core/values";
import { MapBuilder, TrieSet } from "@ptc/core/internal/values";
import type { Form } from "@ptc/parser";
import type { Analysis } from "./analysis.ts";
import { mistake } from "./mistakes.ts";
import { symbolText } from "./form-tools.ts";
import { bytesOfQuoted } from "./source-meter.ts";

/** Returns the value of `'form`. */
export function quotedValue(analysis: Analysis, form: Form): Value {
  const { meter } = analysis;
  meter.spend(1);
  meter.charge(bytesOfQuoted);
  switch (form.type) {
    case "list":
    case "vector":
      return Vector.of(
        form.items.map((item) => quotedValue(analysis, item)),
        form.type,
      );
    case "set":
      return TrieSet.of(
        form.items.map((item) => quotedValue(analysis, item)),
        meter,
      );
    case "map":
      return quotedMap(analysis, form.items);
    case "symbol":
      return new SymbolValue(symbolText(form));
    case "function":
    case "quote":
    case "deref":
    case "var":
      analysis.report(mistake("quotedCode", form));
      return null;
    default:
      return analysis.literal(form);
  }
}

function quotedMap(analysis: Analysis, items: readonly Form[]): Value {
  const builder = new MapBuilder(analysis.meter);
  for (let index = 0; index + 1 < items.length; index += 2) {
    const [key, value] = items.slice(index, index + 2);
    if (key !== undefined && value !== undefined)
      builder.set(quotedValue(analysis, key), quotedValue(analysis, value));
  }
  return builder.build();
}
