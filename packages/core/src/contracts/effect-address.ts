// The stable address of an effect. It depends only on the program and its data, never on the order
// in which parallel branches run or finish. So a recorded run can be replayed branch by branch.

/** A branch of a fork: the number of the fork at its level, and the number of the branch. */
export interface ForkPart {
  readonly fork: number;
  readonly branch: number;
}

/**
 * The body of a task, identified by its id wherever it runs. `reset` counts how often the task's
 * result was reset in this run, and is absent before the first reset.
 */
export interface TaskPart {
  readonly task: string;
  readonly reset?: number;
}

/** The elements of a lazy sequence, numbered among the sequences created at the same location. */
export interface SequencePart {
  readonly sequence: number;
}

/**
 * The elements of a lazy sequence that memory stored, numbered among the sequences of that memory.
 */
export interface RestoredPart {
  readonly restored: number;
}

/** A native tool call of the model, numbered within its response. */
export interface NativePart {
  readonly native: number;
}

/** One level of the path to an effect. */
export type AddressPart = ForkPart | TaskPart | SequencePart | RestoredPart | NativePart;

/**
 * The address of an effect: its run, its turn, the path through forks, tasks and lazy sequences,
 * and its ordinal at the end of the path.
 */
export interface EffectAddress {
  readonly run: string;
  readonly turn: number;
  readonly path: readonly AddressPart[];
  readonly ordinal: number;
}

/**
 * Returns the address as the text `run/turn/fork.branch/…/ordinal`, which is unique per address.
 * It is visible ASCII if the run id is. A lazy sequence is written `s2`, one from memory `r0`, a
 * task `t.id`, a task after a reset `t1.id`, and a native call `n0`.
 */
export function effectAddressText(address: EffectAddress): string {
  return placeText(address) + String(address.ordinal);
}

/** Returns the location of a fork, `run/turn/…/f0`. It is not the address of an effect. */
export function forkPlace(around: Omit<EffectAddress, "ordinal">, fork: number): string {
  return `${placeText(around)}f${String(fork)}`;
}

/**
 * Returns the id of a model request, `run/turn/m0.1`: the request's number in the turn, then the
 * attempt.
 */
export function requestId(run: string, turn: number, request: number, attempt: number): string {
  return `${run}/${String(turn)}/m${String(request)}.${String(attempt)}`;
}

/**
 * Returns the id of a request for a summary of omitted turns: `run/turn/c.1`, where the last
 * number is the attempt.
 */
export function summaryRequestId(run: string, turn: number, attempt: number): string {
  return `${run}/${String(turn)}/c.${String(attempt)}`;
}

function placeText({ run, turn, path }: Omit<EffectAddress, "ordinal">): string {
  // Build the text without an intermediate array, because every tool call needs it.
  let text = `${run}/${String(turn)}/`;
  for (const part of path) text += `${addressPartText(part)}/`;
  return text;
}

/** Returns one level as it appears in an address text. Different levels have different texts. */
export function addressPartText(part: AddressPart): string {
  if ("fork" in part) return `${String(part.fork)}.${String(part.branch)}`;
  if ("sequence" in part) return `s${String(part.sequence)}`;
  if ("restored" in part) return `r${String(part.restored)}`;
  if ("native" in part) return `n${String(part.native)}`;
  const reset = part.reset === undefined ? "" : String(part.reset);
  return `t${reset}.${escapedId(part.task)}`;
}

/** Returns the text of an address with other ids of tasks: those that `change` returns. */
export function withTaskIds(address: string, change: (id: string) => string): string {
  if (!address.includes("/t")) return address;
  return address
    .split("/")
    .map((part) => {
      const [, before, written = ""] = /^(t\d*\.)(.*)$/.exec(part) ?? [];
      return before === undefined ? part : before + escapedId(change(unescapedId(written)));
    })
    .join("/");
}

function escapedId(id: string): string {
  return id.replace(/[^\w:.-]/g, escaped);
}

function unescapedId(written: string): string {
  return written.replace(/%([\da-f]{4})/g, (_, digits: string) =>
    String.fromCharCode(parseInt(digits, 16)),
  );
}

function escaped(unit: string): string {
  return `%${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
