// Checks in the loops of builtins over a lot of data. If one returns true, the loop continues with
// `branch.inNextTurn`.

import type { Branch } from "../evaluation/branches/branch.ts";

/** Counts a step. Returns true if the host should get a turn. */
export function stepEndsTurn(branch: Branch): boolean {
  if (--branch.ticks < 0) branch.refill();
  return branch.mayAwait && branch.turnIsOver;
}

/**
 * Like `stepEndsTurn` for a loop in which nothing else counts steps. Only reading the clock can end
 * the turn, so other steps look at nothing.
 */
export function loneStepEndsTurn(branch: Branch): boolean {
  return --branch.ticks < 0 && refillEndsTurn(branch);
}

function refillEndsTurn(branch: Branch): boolean {
  branch.refill();
  return branch.mayAwait && branch.turnIsOver;
}

/** Like `stepEndsTurn` for work that isn't counted here. Reads the clock, so call it rarely. */
export function needsTurn(branch: Branch): boolean {
  branch.checkTime();
  return branch.mayAwait && branch.turnIsOver;
}
