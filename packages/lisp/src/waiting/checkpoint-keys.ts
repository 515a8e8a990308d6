// The options of a run for its checkpoint, checked.

import { OptionError } from "@ptc/core/errors";
import type { CheckpointStore } from "../step/checkpoint-entry.ts";
import type { CheckpointOptions } from "../options/run-options.ts";
import { assertWebCrypto, checkedSecret, Cipher } from "./seal.ts";

/** The checked secrets of a run. */
export interface Keys {
  readonly checkpointKey: Uint8Array | undefined;
  readonly cipher: Cipher | undefined;
}

/** Checks the secrets of the options. @throws OptionError */
export function keysOf({ checkpointKey, encryptionKey, keepContext }: CheckpointOptions): Keys {
  assertWebCrypto();
  const given: unknown = keepContext;
  if (given !== undefined && typeof given !== "boolean")
    throw new OptionError("keepContext", "expected true or false");
  const secret = checkedSecret("encryptionKey", encryptionKey);
  return {
    checkpointKey: checkedSecret("checkpointKey", checkpointKey),
    cipher: secret === undefined ? undefined : new Cipher(secret),
  };
}

/** Returns the option `onCheckpoint`. @throws OptionError unless it is a function */
export function checkedStore(given: unknown): CheckpointStore | undefined {
  if (given === undefined || typeof given === "function")
    return given as CheckpointStore | undefined;
  throw new OptionError("onCheckpoint", "expected a function of an entry");
}
