// Prepares options of the host to be sent to a process. An option that can't be sent is a mistake
// of the host, so the error names it.

import { OptionError } from "@ptc/core/errors";
import { isObject } from "@ptc/core/internal/host";
import { CrossingError, type Crossing } from "./crossing.ts";
import type { Crossings, Outgoing } from "./sent-pieces.ts";
import type { PoolMessage } from "./messages.ts";

/** @throws OptionError, also later while the data is written */
export function contextCrossing(context: unknown, crossings: Crossings): Crossing {
  if (!isObject(context))
    throw new OptionError("context", "expected an object whose fields become data/…");
  return optionCrossing("context", context, crossings);
}

/** @throws OptionError with the name `option`, also later while the data is written */
export function optionCrossing(option: string, value: unknown, crossings: Crossings): Crossing {
  return crossings.add(value, (error) =>
    error instanceof CrossingError
      ? new OptionError(option, error.message)
      : unsendable(option, error),
  );
}

/**
 * Returns `message`, ready for the pipe. If structured clone rejects it, the mistake is in
 * `option`.
 * @throws OptionError
 */
export function encodeOption(option: string, message: PoolMessage, crossings: Crossings): Outgoing {
  try {
    return crossings.outgoing(message);
  } catch (error) {
    throw unsendable(option, error);
  }
}

function unsendable(option: string, error: unknown): OptionError {
  return new OptionError(
    option,
    `cannot be sent to another process: ${error instanceof Error ? error.message : "unknown"}`,
  );
}
