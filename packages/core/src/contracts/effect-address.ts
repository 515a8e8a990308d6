// The stable address of an effect. It depends on the program and its data only, never on the order
// in which parallel branches happen to finish, so a recorded run can be played back branch by
// branch.

/** One level of parallel work: which fork of the enclosing branch, and which of its branches. */
export interface ForkStep {
  readonly fork: number;
  readonly branch: number;
}

/**
 * Where an effect stands: its run, the turn, the forks it lies under, its ordinal within that
 * branch.
 */
export interface EffectAddress {
  readonly run: string;
  readonly turn: number;
  readonly path: readonly ForkStep[];
  readonly ordinal: number;
}

/** `run/turn/fork.branch/…/ordinal`, one text for each address. */
export function effectAddressText(address: EffectAddress): string {
  const path = address.path
    .map(({ fork, branch }) => `${String(fork)}.${String(branch)}/`)
    .join("");
  return `${address.run}/${String(address.turn)}/${path}${String(address.ordinal)}`;
}
