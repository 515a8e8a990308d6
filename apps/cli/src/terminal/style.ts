// Colors text on terminals, or if the environment asks for it.

import { styleText } from "node:util";
import type { Style, StyleName } from "@ptc/subagent/internal/node";
import type { Host, OutputStream } from "./host.ts";

export type { Style, StyleName };

const plain: Style = (_name, text) => text;
const colored: Style = (name, text) => styleText(name, text, { validateStream: false });

/**
 * Returns the styles for a stream. There are no colors outside of terminals, on a dumb terminal, or
 * if `NO_COLOR` is set (https://no-color.org), unless `FORCE_COLOR` is set to a value other than 0
 * or false.
 */
export function styleFor(stream: OutputStream, { environment }: Pick<Host, "environment">): Style {
  const { NO_COLOR: refused = "", FORCE_COLOR: forced = "", TERM: terminal } = environment;
  if (forced !== "") return forced === "0" || forced === "false" ? plain : colored;
  const isRefused = refused !== "" || terminal === "dumb";
  return stream.isTTY === true && !isRefused ? colored : plain;
}
