// The stable address of an effect. It depends on the program and its data only, never on the order
// in which parallel branches happen to finish or on which of them asks first, so a recorded run can
// be played back branch by branch.

/** A branch of a fork: which fork of what stands around it, and which of its branches. */
export interface ForkPart {
  readonly fork: number;
  readonly branch: number;
}

/**
 * The body of a task, known by its id wherever it runs; `reset` counts how often the result was
 * taken back in this run, and is absent before the first time.
 */
export interface TaskPart {
  readonly task: string;
  readonly reset?: number;
}

/** The elements of a lazy sequence, numbered among those made in the same place. */
export interface SequencePart {
  readonly sequence: number;
}

/** A call that the model made itself, numbered within its answer. */
export interface NativePart {
  readonly native: number;
}

/** One level of the way to an effect. */
export type AddressPart = ForkPart | TaskPart | SequencePart | NativePart;

/**
 * Where an effect stands: its run, the turn, the way through forks, tasks and lazy sequences, and
 * its ordinal at the end of it.
 */
export interface EffectAddress {
  readonly run: string;
  readonly turn: number;
  readonly path: readonly AddressPart[];
  readonly ordinal: number;
}

/**
 * `run/turn/fork.branch/…/ordinal`, one text for each address, of visible ASCII characters where
 * the run is named so: `s2` stands for a lazy sequence, `t.id` for a task, `t1.id` after a reset,
 * `n0` for a native call.
 */
export function effectAddressText(address: EffectAddress): string {
  return placeText(address) + String(address.ordinal);
}

/** The place of a fork: `run/turn/…/f0`, which is no address of an effect. */
export function forkPlace(around: Omit<EffectAddress, "ordinal">, fork: number): string {
  return `${placeText(around)}f${String(fork)}`;
}

/**
 * The id of a request to a model, `run/turn/m0.1`: which request of the turn, and which attempt at
 * it.
 */
export function requestId(run: string, turn: number, request: number, attempt: number): string {
  return `${run}/${String(turn)}/m${String(request)}.${String(attempt)}`;
}

/** The id of a request for a summary of what a turn leaves out: `run/turn/c.1`, by its attempt. */
export function summaryRequestId(run: string, turn: number, attempt: number): string {
  return `${run}/${String(turn)}/c.${String(attempt)}`;
}

function placeText({ run, turn, path }: Omit<EffectAddress, "ordinal">): string {
  // Every call of a tool makes one, so no list is made on the way.
  let text = `${run}/${String(turn)}/`;
  for (const part of path) text += `${addressPartText(part)}/`;
  return text;
}

/** One level as it stands in the text of an address; different levels have different texts. */
export function addressPartText(part: AddressPart): string {
  if ("fork" in part) return `${String(part.fork)}.${String(part.branch)}`;
  if ("sequence" in part) return `s${String(part.sequence)}`;
  if ("native" in part) return `n${String(part.native)}`;
  const reset = part.reset === undefined ? "" : String(part.reset);
  return `t${reset}.${part.task.replace(/[^\w:.-]/g, escaped)}`;
}

function escaped(unit: string): string {
  return `%${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
