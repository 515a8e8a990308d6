// Converts the arguments of a native call to the form that a tool receives from a program. So both
// ways to call a tool mean the same call.

import { shortened, visibleLine } from "@ptc/core/internal/printing";
import {
  DataDepthError,
  HostKeyError,
  WorkLimitError,
  fromHost,
  toHost,
  workBudget,
} from "@ptc/core/values";
import type { ToolArguments } from "@ptc/core/contracts";
import { WrongArguments } from "./wrong-arguments.ts";

/** Elements; no model writes more. */
const mostElements = 1_000_000;

/**
 * Returns the arguments for the tool. Numbers are JSON numbers: `1.0` and `1` are equal, as in
 * programs; `-0` differs from `0`; integers keep their digits, and decimals are doubles.
 * @throws WrongArguments if `input` isn't an object, is too deep or too large
 */
export function nativeArguments(input: unknown): ToolArguments {
  if (typeof input !== "object" || input === null || Array.isArray(input))
    throw new WrongArguments(`expected an object of named arguments, got ${shown(input)}`);
  try {
    return toHost(fromHost(input), {
      meter: workBudget("reading the arguments", mostElements),
    }) as ToolArguments;
  } catch (error) {
    if (
      error instanceof DataDepthError ||
      error instanceof WorkLimitError ||
      error instanceof HostKeyError
    )
      throw new WrongArguments(error.message);
    throw error;
  }
}

function shown(input: unknown): string {
  if (Array.isArray(input)) return "a list";
  if (typeof input === "string") return JSON.stringify(visibleLine(shortened(input, 40)));
  return String(input);
}
