import { characters, countCharacters } from "./characters.ts";
import type { Branch } from "../evaluation/branches/branch.ts";

/**
 * Returns the character at `index` of `text`, or `undefined` beyond the end. Text in which every
 * character is one UTF-16 unit isn't split.
 */
export function characterAt(branch: Branch, text: string, index: number): string | undefined {
  if (index < 0 || index >= text.length) return undefined;
  if (countCharacters(branch, text) === text.length) return text.charAt(index);
  branch.charge(text.length * 16);
  branch.spend(text.length >>> 1);
  return characters(text)[index];
}
