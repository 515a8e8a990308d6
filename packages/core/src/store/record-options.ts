// The options of what `sessionIn`, `chatIn` and `stepIn` keep in a store.

import { systemClock, type Clock } from "../contracts/index.ts";
import { OptionError } from "../errors/index.ts";
import { encryptedStore } from "./encrypted-store.ts";
import { maximumName } from "./record-checks.ts";
import type { RunStore } from "./run-store.ts";
import type { StoreKeys } from "./sealed-text.ts";

/** The options of a session, a chat or a step in a store. */
export interface RecordOptions {
  /**
   * The client or user it belongs to, of at most 200 characters. Each owner has ids of its own.
   * Owners aren't encrypted.
   */
  readonly owner?: string;
  /**
   * The time after its last change, in milliseconds, when it expires. It then opens as a new one,
   * and `recordsOf` prunes it. Default: never.
   */
  readonly expiresAfterMs?: number;
  /** Its largest size as JSON, in bytes of UTF-8. Default 10 MB. */
  readonly maximumBytes?: number;
  /** Encrypts it. Without keys, it is stored without firewalled values. */
  readonly encryption?: StoreKeys;
  /** The clock by which it expires. Default: the host's clock. */
  readonly clock?: Clock;
}

/** The names of `RecordOptions`, for checks that reject all others. */
export const recordOptionNames = [
  "owner",
  "expiresAfterMs",
  "maximumBytes",
  "encryption",
  "clock",
] as const satisfies readonly (keyof RecordOptions)[];

/** Checked options, with the store that encrypts. */
export interface ResolvedRecordOptions {
  readonly store: RunStore;
  readonly isEncrypted: boolean;
  readonly owner: string | undefined;
  readonly expiresAfterMs: number | undefined;
  readonly maximumBytes: number;
  readonly clock: Clock;
}

const defaultMaximumBytes = 10_000_000;
/** Times beyond it aren't dates. */
const longestTime = 1e15;

/** Checks the options of a record, and wraps `store` if they encrypt. @throws OptionError */
export function resolvedRecordOptions(
  store: RunStore,
  { owner, expiresAfterMs, maximumBytes, encryption, clock = systemClock }: RecordOptions,
): ResolvedRecordOptions {
  return {
    store: encryption === undefined ? store : encryptedStore(store, encryption),
    isEncrypted: encryption !== undefined,
    owner: checkedOwner(owner),
    expiresAfterMs: checkedCount("expiresAfterMs", expiresAfterMs, longestTime),
    maximumBytes:
      checkedCount("maximumBytes", maximumBytes, Number.MAX_SAFE_INTEGER) ?? defaultMaximumBytes,
    clock,
  };
}

/** @throws OptionError */
export function checkedOwner(owner: string | undefined): string | undefined {
  if (owner === undefined) return undefined;
  if (typeof (owner as unknown) === "string" && owner !== "" && owner.length <= maximumName)
    return owner;
  throw new OptionError(
    "owner",
    `expected a text of 1 to ${String(maximumName)} characters, for example a hash of a longer one`,
  );
}

/** @throws OptionError */
export function checkedCount(
  option: string,
  value: number | undefined,
  most: number,
): number | undefined {
  if (value === undefined || (Number.isSafeInteger(value) && value >= 1 && value <= most))
    return value;
  throw new OptionError(option, `expected a whole number from 1 to ${String(most)}`);
}
