// The firewalls of missions that failed, by their fails. A mission that is refused after one of
// them tells the same fail, so its trace and its recording hide the same values.

import type { Fail } from "@ptc/core/contracts";
import type { Firewall } from "@ptc/core/firewall";
import type { MissionScope } from "./mission-scope.ts";

/** A fail that was copied or read from JSON is not in it. */
const firewalls = new WeakMap<Fail, Firewall>();

/** Remembers, as long as there is `fail`, what it was told behind. */
export function rememberFirewall(fail: Fail, firewall: Firewall): void {
  firewalls.set(fail, firewall);
}

/** The scope of a mission that is refused with what failed before; any other keeps its own. */
export function scopeAfterFail(scope: MissionScope, refused: Fail | undefined): MissionScope {
  const [first] = refused?.reason === "chained_failure" ? (refused.details?.errors ?? []) : [];
  const firewall = first === undefined ? undefined : firewalls.get(first);
  return firewall === undefined || scope.firewall !== undefined ? scope : { ...scope, firewall };
}
