// Makes a checkpoint of the entries that a run stored before its process was killed.

import type { Json } from "@ptc/core/encoding";
import { isObject } from "@ptc/core/internal/host";
import { nextTask } from "@ptc/core/internal/task";
import { shortened } from "@ptc/core/internal/printing";
import { OptionError } from "@ptc/core/errors";
import type { CheckpointOptions } from "../options/run-options.ts";
import {
  checkpointFormat,
  checkpointVersion,
  type Checkpoint,
  type CheckpointKind,
  type StoredPending,
} from "../step/checkpoint.ts";
import type { BegunCall, CheckpointEntry } from "../step/checkpoint-entry.ts";
import { CheckpointError } from "./checkpoint-error.ts";
import { keysOf } from "./checkpoint-keys.ts";
import { entrySignature } from "./checkpoint-writer.ts";
import { canonicalJson, digestsOf } from "./seal.ts";

type StoredEffect = Extract<CheckpointEntry, { readonly type: "effect" }>["effect"];
type Times = Checkpoint["times"];

/** The fields of a checkpoint of either kind. */
interface KeptRun {
  readonly kind: CheckpointKind;
  readonly salt?: string;
}

/** More entries than missions make within the default limits. */
const mostEntries = 3_000_000;
const entriesPerTask = 256;
const callsPerTask = 64;

/** The options of `checkpointOf`, for checkpoints of programs or of missions. */
export interface EntriesOptions<Kept extends object = object> extends Pick<
  CheckpointOptions,
  "checkpointKey"
> {
  /** The checkpoint that was resumed: the entries are those of the resumed run. */
  readonly after?: Kept;
}

/**
 * Returns the checkpoint of a run of this kind.
 * @throws CheckpointError, OptionError
 */
export async function checkpointOfEntries<Kept extends object>(
  entries: Iterable<CheckpointEntry>,
  { checkpointKey, after }: EntriesOptions<Kept>,
  kind: CheckpointKind,
): Promise<Kept> {
  if (typeof entries === "string" || !isIterable(entries))
    throw new OptionError("entries", "expected a list of the entries that `onCheckpoint` received");
  const reader = new EntryReader(kind, checkpointKey);
  if (after !== undefined) await reader.begin(after);
  for (const entry of entries) await reader.read(entry);
  // `resume` checks its fields.
  return (await reader.checkpoint()) as unknown as Kept;
}

/** Returns the checkpoint of a program. @throws CheckpointError, OptionError */
export function checkpointOfProgram(
  entries: Iterable<CheckpointEntry>,
  options: EntriesOptions<Checkpoint> = {},
): Promise<Checkpoint> {
  return checkpointOfEntries(entries, options, "program");
}

const otherKind: Readonly<Record<CheckpointKind, string>> = {
  program: "these are the entries of a mission: use `checkpointOf` of @ptc/subagent",
  mission: "these are the entries of one program: use `checkpointOf` of @ptc/lisp",
};

class EntryReader {
  private readonly digests: ReturnType<typeof digestsOf> | undefined;
  private readonly kind: CheckpointKind;
  private start: KeptRun | undefined = undefined;
  /** The number of the first entry. */
  private first = 0;
  private count = 0;
  private signature: string | undefined = undefined;
  private readonly effects: StoredEffect[] = [];
  private readonly edits = new Map<string, number>();
  private readonly times: Times[number][] = [];
  private readonly pending = new Map<string, BegunCall>();
  private durationMs = 0;
  private ended = false;

  constructor(kind: CheckpointKind, checkpointKey: CheckpointOptions["checkpointKey"]) {
    this.kind = kind;
    const key = keysOf(checkpointKey === undefined ? {} : { checkpointKey }).checkpointKey;
    this.digests = key === undefined ? undefined : digestsOf(key, undefined);
  }

  /** Begins with a checkpoint, whose effects come before the entries. */
  async begin(after: unknown): Promise<void> {
    if (!isObject(after) || after["format"] !== checkpointFormat)
      throw new OptionError("after", "expected the checkpoint that was resumed");
    const { signature, ...unsigned } = after;
    const { kind, entries, effects, times, pending, durationMs } = after;
    if (kind !== this.kind) throw new CheckpointError("unreadable", otherKind[this.kind]);
    if (!Array.isArray(effects) || !Array.isArray(times) || !Array.isArray(pending))
      throw new CheckpointError("unreadable", "the checkpoint is damaged: its effects are missing");
    if (!isObject(entries) || !Number.isSafeInteger(entries["count"]))
      throw new OptionError("after", "the run that wrote this checkpoint had no `onCheckpoint`");
    await this.verifyStart(unsigned, signature);
    this.start = unsigned as unknown as KeptRun;
    this.noteDuration(durationMs);
    this.first = this.count = Number(entries["count"]);
    this.signature = typeof entries["signature"] === "string" ? entries["signature"] : undefined;
    for (const effect of effects as readonly unknown[]) {
      if (!isEffect(effect)) throw damaged("the checkpoint before them has no effects");
      this.addEffect(effect);
    }
    for (const each of times as Times) this.times.push(each);
    for (const call of pending as readonly unknown[]) {
      if (!isCall(call)) throw damaged("the checkpoint before them has no calls");
      this.pending.set(locationOf(call.id), call);
    }
  }

  private async verifyStart(unsigned: object, signature: unknown): Promise<void> {
    const { digests } = this;
    if (digests === undefined) {
      if (signature === undefined) return;
      throw new CheckpointError("tampered", "the checkpoint is signed: pass its `checkpointKey`");
    }
    const fits =
      typeof signature === "string" && (await digests.fits(jsonText(unsigned), signature));
    if (fits) return;
    throw new CheckpointError(
      "tampered",
      "the signature of the checkpoint doesn't fit: it was changed, or `checkpointKey` is another key",
    );
  }

  async read(entry: unknown): Promise<void> {
    if (this.count % entriesPerTask === entriesPerTask - 1) await nextTask();
    const at = `entry ${String(this.count)}`;
    if (!isObject(entry) || this.count - this.first >= mostEntries)
      throw damaged(`${at} isn't one`);
    const { number, signature, ...unsigned } = entry;
    if (number !== this.count)
      throw damaged(
        typeof number === "number" && number < this.count
          ? `entry ${String(number)} occurs twice: two processes continued the run`
          : `${at} is missing`,
      );
    await this.verify({ ...unsigned, number }, signature, at);
    this.count += 1;
    this.add(entry, at);
  }

  async checkpoint(): Promise<object> {
    const { start, effects, times, pending, digests, count, signature } = this;
    if (start === undefined) throw damaged("the list is empty");
    if (this.ended)
      throw new CheckpointError("changed", "the run has ended: its step has the result");
    const checkpoint = {
      ...start,
      durationMs: this.durationMs,
      entries: { count, ...(signature === undefined ? {} : { signature }) },
      effects,
      times,
      pending: await withDigests([...pending.values()], start.salt),
    };
    return digests === undefined
      ? checkpoint
      : { ...checkpoint, signature: await digests.of(jsonText(checkpoint)) };
  }

  /** A call has only its last edit. */
  private addEffect(effect: StoredEffect): void {
    const { type, at } = effect;
    this.noteDuration(effect["t"]);
    const edited = type === "edit" ? this.edits.get(at) : undefined;
    if (edited !== undefined) {
      this.effects[edited] = effect;
      return;
    }
    if (type === "edit") this.edits.set(at, this.effects.length);
    this.effects.push(effect);
  }

  private noteDuration(durationMs: unknown): void {
    if (typeof durationMs === "number") this.durationMs = durationMs;
  }

  private async verify(entry: object, signature: unknown, at: string): Promise<void> {
    const { digests } = this;
    if (digests === undefined) {
      if (signature !== undefined)
        throw new CheckpointError("tampered", "the entries are signed: pass their `checkpointKey`");
      return;
    }
    if (
      typeof signature !== "string" ||
      signature !== (await entrySignature(entry, this.signature, digests).catch(() => undefined))
    )
      throw new CheckpointError(
        "tampered",
        `the signature of ${at} doesn't fit: it was changed, or \`checkpointKey\` is another key`,
      );
    this.signature = signature;
  }

  private add(entry: Readonly<Record<string, unknown>>, at: string): void {
    const { type, run, effect, times, call, durationMs } = entry;
    if ((type === "start") !== (this.start === undefined))
      throw damaged(type === "start" ? `${at} begins another run` : "the start is missing");
    switch (type) {
      case "start":
        if (!isObject(run) || run["format"] !== checkpointFormat) throw damaged(`${at} has no run`);
        if (run["version"] !== checkpointVersion)
          throw new CheckpointError("version", "another release wrote these entries");
        if (run["kind"] !== this.kind)
          throw new CheckpointError("unreadable", otherKind[this.kind]);
        this.start = run as unknown as KeptRun;
        break;
      case "effect":
        if (!isEffect(effect) || !Array.isArray(times)) throw damaged(`${at} has no effect`);
        this.addEffect(effect);
        this.noteDuration(durationMs);
        this.times.push(...(times as Times));
        if (callEnds.has(effect.type)) this.pending.delete(effect.at);
        break;
      case "begins":
      case "waits":
        if (!isCall(call)) throw damaged(`${at} has no call`);
        this.pending.set(locationOf(call.id), call);
        break;
      case "end":
        this.ended = true;
        break;
      default:
        throw damaged(`${at} has an unknown type`);
    }
  }
}

/** The effects that end the wait of a call, or the call itself. */
const callEnds: ReadonlySet<string> = new Set(["tool", "approval", "decision", "edit"]);

function locationOf(id: string): string {
  return id.slice(id.indexOf("/") + 1);
}

function isEffect(given: unknown): given is StoredEffect {
  return isObject(given) && typeof given["type"] === "string" && typeof given["at"] === "string";
}

function isCall(given: unknown): given is BegunCall {
  return isObject(given) && typeof given["id"] === "string";
}

function isIterable(given: unknown): boolean {
  return typeof given === "object" && given !== null && Symbol.iterator in given;
}

function damaged(what: string): CheckpointError {
  return new CheckpointError("unreadable", `the entries are damaged: ${shortened(what, 200)}`);
}

/** Adds the digests that the entries left out, because few of the calls that begin are pending. */
async function withDigests(
  calls: readonly BegunCall[],
  salt: string | undefined,
): Promise<readonly StoredPending[]> {
  const digests = digestsOf(undefined, salt);
  const pending: StoredPending[] = [];
  for (const [index, call] of calls.entries()) {
    if (index % callsPerTask === callsPerTask - 1) await nextTask();
    const { digest = await digests.of(jsonText(call.arguments)) } = call;
    pending.push({ ...call, digest });
  }
  return pending;
}

/** @throws CheckpointError for entries that aren't JSON */
function jsonText(given: unknown): string {
  try {
    return canonicalJson(given as Json);
  } catch {
    throw damaged("they are nested too deep");
  }
}
