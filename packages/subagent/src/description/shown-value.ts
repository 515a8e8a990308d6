// Converts values of a step to language values for display. Host values are converted as a program
// would see them.

import { fromHost, MapValue, SetValue, SymbolValue, Vector, type Value } from "@ptc/core/values";
import { isFirewalledKey, keyName } from "@ptc/core/internal/values";
import { oneLine } from "@ptc/core/internal/errors";
import { printBounded } from "@ptc/core/printing";
import { visibleLine } from "@ptc/core/internal/printing";
import { isLanguageCollection } from "../preview/shown-value.ts";

/**
 * Returns the value, or a text that says it can't be shown, because host data may throw when it is
 * read.
 */
export function shownValue(value: unknown): Value {
  try {
    return isLanguageCollection(value) ? value : fromHost(value);
  } catch {
    return new SymbolValue("#<cannot be shown>");
  }
}

/** Returns the beginning of a value on one line. */
export function valueText(value: unknown, most: number): string {
  try {
    const { text, truncated } = printBounded(shownValue(value), {
      maxCharacters: Math.max(1, most),
    });
    return truncated ? `${visibleLine(text)}…` : visibleLine(text);
  } catch {
    return "#<cannot be shown>";
  }
}

const mostLooked = 5_000;
const mostNamed = 6;
const longestName = 40;

/**
 * Returns the names of firewalled fields in a value, searched up to a limit. Empty if none is
 * found.
 */
export function firewalledNames(value: unknown): string {
  const names = new Set<string>();
  const rest: Value[] = [shownValue(value)];
  let left = mostLooked;
  const look = (item: Value): boolean => {
    left -= 1;
    if (typeof item === "object") rest.push(item);
    return left > 0;
  };
  for (let item = rest.pop(); item !== undefined && left > 0; item = rest.pop()) {
    if (item instanceof Vector) {
      for (let index = 0; index < item.count && look(item.at(index)); index += 1);
    } else if (item instanceof SetValue) item.every(look);
    else if (item instanceof MapValue)
      item.every((key, field) => {
        if (!isFirewalledKey(key)) return look(field);
        names.add(
          oneLine(key instanceof SymbolValue ? key.text : (keyName(key) ?? ""), longestName),
        );
        left -= 1;
        return left > 0;
      });
  }
  const named = [...names].slice(0, mostNamed);
  return [...named, ...(names.size > named.length ? ["…"] : [])].join(", ");
}
