// The firewalls of failed missions, by failure. A mission that is refused because of such a failure
// reports the same failure, so its trace and its recording hide the same values.

import type { Fail } from "@ptc/core/contracts";
import type { Firewall } from "@ptc/core/firewall";
import type { MissionScope } from "./mission-scope.ts";

/** Doesn't contain failures that were copied or read from JSON. */
const firewalls = new WeakMap<Fail, Firewall>();

/** Stores the firewall of a failure for as long as the failure exists. */
export function rememberFirewall(fail: Fail, firewall: Firewall): void {
  firewalls.set(fail, firewall);
}

/**
 * Returns the scope of a mission that is refused because of an earlier failure, with the firewall
 * of that failure. Returns other scopes unchanged.
 */
export function scopeAfterFail(scope: MissionScope, refused: Fail | undefined): MissionScope {
  const [first] = refused?.reason === "chained_failure" ? (refused.details?.errors ?? []) : [];
  const firewall = first === undefined ? undefined : firewalls.get(first);
  return firewall === undefined || scope.firewall !== undefined ? scope : { ...scope, firewall };
}
