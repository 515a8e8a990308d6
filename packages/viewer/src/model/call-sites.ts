// Finds the lines of a program that call a tool. Events have no position, so the sites of a tool
// are the symbols `tool/name` of the source; a call belongs to one of them.

import { readForms } from "@ptc/parser/forms";
import { symbolsOf } from "./program-tokens.ts";

/** Returns the lines that call each tool, from 1, by its name. */
export function callSites(source: string): ReadonlyMap<string, readonly number[]> {
  const sites = new Map<string, number[]>();
  const forms = readForms(source);
  if (forms === undefined) return sites;
  let line = 1;
  let at = 0;
  for (const { name, start } of symbolsOf(forms)) {
    if (!name.startsWith("tool/")) continue;
    for (; at < start; at += 1) if (source.charCodeAt(at) === 10) line += 1;
    const lines = sites.get(name.slice(5)) ?? [];
    if (lines.at(-1) !== line) lines.push(line);
    sites.set(name.slice(5), lines);
  }
  return sites;
}
