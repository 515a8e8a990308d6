// Colours, on terminals only.

import type { Host, OutputStream } from "./host.ts";

const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

export type StyleName = keyof typeof codes;

/** Puts text in a style; the text must have no control characters of its own. */
export type Style = (name: StyleName, text: string) => string;

const plain: Style = (_name, text) => text;
const coloured: Style = (name, text) => {
  const [on, off] = codes[name];
  return `\u001b[${String(on)}m${text}\u001b[${String(off)}m`;
};

/**
 * There are no colours outside of terminals, on a dumb terminal, or when `NO_COLOR` is set to
 * anything (https://no-color.org).
 */
export function styleFor(stream: OutputStream, { environment }: Pick<Host, "environment">): Style {
  const isRefused = (environment["NO_COLOR"] ?? "") !== "" || environment["TERM"] === "dumb";
  return stream.isTTY === true && !isRefused ? coloured : plain;
}
