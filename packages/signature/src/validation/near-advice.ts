// Suggests similar names. Call it only for findings that are listed, because the search takes time
// for each name.

import { nearestNames } from "@ptc/core/internal/errors";
import { visibleText } from "@ptc/core/printing";
import { quotedText } from "@ptc/core/internal/printing";
import type { EnumType, MapType } from "../model.ts";

const longestSought = 64;

/** Returns what to do about a key that a closed map doesn't have. */
export function nearestField({ fields }: MapType, key: string): string {
  const names = fields.map(({ name }) => name);
  const near = nearestNames(key.slice(0, longestSought), names, 1)[0];
  return near === undefined ? "remove it" : `did you mean ${near}?`;
}

/** Returns the enum value that `text` probably means. */
export function nearestValue({ values }: EnumType, text: string): string | undefined {
  const near = nearestNames(text.slice(0, longestSought), values, 1)[0];
  return near === undefined ? undefined : `did you mean ${visibleText(quotedText(near))}?`;
}
