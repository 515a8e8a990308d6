// Colours, on terminals only, or where the environment asks for them.

import { styleText } from "node:util";
import type { Host, OutputStream } from "./host.ts";

export type StyleName = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";

/** Puts text in a style; the text must have no control characters of its own. */
export type Style = (name: StyleName, text: string) => string;

const plain: Style = (_name, text) => text;
const coloured: Style = (name, text) => styleText(name, text, { validateStream: false });

/**
 * There are no colours outside of terminals, on a dumb terminal, or when `NO_COLOR` is set to
 * anything (https://no-color.org), unless `FORCE_COLOR` is set to anything but 0 or false.
 */
export function styleFor(stream: OutputStream, { environment }: Pick<Host, "environment">): Style {
  const { NO_COLOR: refused = "", FORCE_COLOR: forced = "", TERM: terminal } = environment;
  if (forced !== "") return forced === "0" || forced === "false" ? plain : coloured;
  const isRefused = refused !== "" || terminal === "dumb";
  return stream.isTTY === true && !isRefused ? coloured : plain;
}
