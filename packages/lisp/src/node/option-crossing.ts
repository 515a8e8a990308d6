// Prepares options of the host to be sent to a process. An option that can't be sent is a mistake
// of the host, so the error names it.

import { serialize } from "node:v8";
import { OptionError } from "@ptc/core/errors";
import { isObject } from "@ptc/core/internal/host";
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
 * Serializes `message` for the pipe. If structured clone rejects it, the mistake is in `option`.
 * @throws OptionError
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
