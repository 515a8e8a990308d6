// Turns generated text into functions of the host. The same text is generated again whenever a
// program is read again, and a function that the host has already optimized is worth more than a
// new one. So the latest texts are cached with their functions.

import type { CodeWriter } from "./writer.ts";

/** Creates the functions of one text from its parameters. */
type Factory = (...parameters: readonly unknown[]) => unknown;

const mostRemembered = 64;

const remembered = /* @__PURE__ */ new Map<string, Factory>();

/** True if this host allows code to be made from text. */
export function mayGenerate(): boolean {
  try {
    return typeof compiled([], "") === "function";
  } catch {
    return false;
  }
}

/** Returns the result of `text`, a function body with the parameters of `writer`. */
export function made(writer: CodeWriter, text: string): unknown {
  const key = `${String(writer.parameters.length)}:${text}`;
  let factory = remembered.get(key);
  if (factory === undefined) {
    factory = compiled(writer.parameters, text);
    const [oldest] = remembered.keys();
    if (remembered.size >= mostRemembered && oldest !== undefined) remembered.delete(oldest);
  } else {
    remembered.delete(key);
  }
  remembered.set(key, factory);
  return factory(...writer.values);
}

function compiled(parameters: readonly string[], text: string): Factory {
  // eslint-disable-next-line no-new-func, @typescript-eslint/no-implied-eval -- this tier of the evaluator is code made from text; see the threat model for what may stand in it
  return new Function(...parameters, `"use strict";\n${text}`) as Factory;
}
