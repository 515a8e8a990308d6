// The option `context` as a value of the language: `data/…`.

import { OptionError } from "@ptc/core/errors";
import {
  HostCrossing,
  MapBuilder,
  MapValue,
  type FieldFirewall,
  type Value,
} from "@ptc/core/values";
import type { CrossingAccount } from "../evaluation/budget/crossing-account.ts";
import { LimitError } from "../evaluation/errors/errors.ts";
import type { HostLosses } from "../evaluation/host/host-losses.ts";
import { isObject } from "../evaluation/host/is-object.ts";
import { crossed } from "../persistence/memory.ts";

export const noContext: MapValue<Value> = /* @__PURE__ */ emptyContext();

function emptyContext(): MapValue<Value> {
  return new MapBuilder().build(true);
}

/** @throws OptionError */
export function checkedContext(
  context: Readonly<Record<string, unknown>> | undefined,
  account: CrossingAccount,
  firewall: FieldFirewall | undefined,
  losses: HostLosses,
): MapValue<Value> {
  if (context === undefined) return noContext;
  const fields = !isObject(context)
    ? null
    : isEmpty(context)
      ? noContext
      : convertedContext(context, account, firewall, losses);
  if (fields instanceof MapValue) return fields;
  throw new OptionError("context", "expected an object whose fields become data/…");
}

/** Whether it is a plain object without fields, of which every run would make a map. */
function isEmpty(context: object): boolean {
  return Object.getPrototypeOf(context) === Object.prototype && Object.keys(context).length === 0;
}

/**
 * The context as a value of the language. One that is itself a Map is copied here, before the run
 * begins, so one that is too large is a bad option and not a limit that the run reached.
 */
function convertedContext(
  context: object,
  account: CrossingAccount,
  firewall: FieldFirewall | undefined,
  losses: HostLosses,
): Value {
  try {
    return crossed("context", () =>
      new HostCrossing(account, firewall, losses.ofContext(context)).fromHost(context),
    );
  } catch (error) {
    throw error instanceof LimitError
      ? new OptionError("context", "is more than limits.memoryBytes allows: give a plain object")
      : error;
  }
}
