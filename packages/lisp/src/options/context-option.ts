// Converts the option `context` to a language value: `data/…`.

import { OptionError } from "@ptc/core/errors";
import { MapValue, type FieldFirewall, type Value } from "@ptc/core/values";
import { HostCrossing, MapBuilder } from "@ptc/core/internal/values";
import type { CrossingAccount } from "../evaluation/budget/crossing-account.ts";
import { LimitError } from "../evaluation/errors/errors.ts";
import type { HostLosses } from "../evaluation/host/host-losses.ts";
import { isObject } from "@ptc/core/internal/host";
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

/** True for a plain object without fields. Checking this avoids building a new map in every run. */
function isEmpty(context: object): boolean {
  return Object.getPrototypeOf(context) === Object.prototype && Object.keys(context).length === 0;
}

/**
 * Converts the context to a language value. A context that is itself a Map is copied here, before
 * the run begins. So one that is too large is an invalid option, not a limit reached by the run.
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
      ? new OptionError("context", "exceeds limits.memoryBytes: pass a plain object")
      : error;
  }
}
