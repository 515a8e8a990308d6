// Options of the host on their way to a process: what cannot go there is the host's mistake, and
// named.

import { serialize } from "node:v8";
import { OptionError } from "@ptc/core/errors";
import { isObject } from "../evaluation/is-object.ts";
import { CrossingError, toCrossing, type Crossing } from "./crossing.ts";
import type { PoolMessage } from "./messages.ts";

/** @throws OptionError */
export function contextCrossing(context: unknown): Crossing {
  if (!isObject(context))
    throw new OptionError("context", "expected an object whose fields become data/…");
  return optionCrossing("context", context);
}

/** @throws OptionError with the name `option` */
export function optionCrossing(option: string, value: unknown): Crossing {
  try {
    return toCrossing(value);
  } catch (error) {
    throw error instanceof CrossingError ? new OptionError(option, error.message) : error;
  }
}

/**
 * `message` for the pipe; what structured clone does not take is a mistake of `option`. @throws
 * OptionError
 */
export function encodeOption(option: string, message: PoolMessage): Uint8Array {
  try {
    return serialize(message);
  } catch (error) {
    throw new OptionError(
      option,
      `cannot be sent to another process: ${error instanceof Error ? error.message : "unknown"}`,
    );
  }
}
