// Reports the effects of a program to `onCheckpoint` while it runs.

import type { EffectTimes } from "@ptc/core/contracts";
import type { Json } from "@ptc/core/encoding";
import type { Firewall } from "@ptc/core/firewall";
import type { EntryPlace, StoredEffect } from "../step/checkpoint.ts";
import type { CheckpointEntry, CheckpointStore } from "../step/checkpoint-entry.ts";
import { CheckpointWriter } from "./checkpoint-writer.ts";
import type { Effect } from "./effect-log.ts";
import { isPlainPart } from "./plain-parts.ts";
import { appendBegun, appendCall, hasTask, type ReportedCall } from "./reported-calls.ts";
import type { Digests } from "./seal.ts";
import type { PartSecrets } from "./stored-parts.ts";
import type { RequestedCall } from "./waiting-calls.ts";
import { assertIdsShown, entryEffect } from "./write-checkpoint.ts";

type Start = Extract<CheckpointEntry, { readonly type: "start" }>["run"];

export interface ReportedRunOptions {
  readonly store: CheckpointStore;
  readonly isSigned: boolean;
  readonly digests: Digests;
  readonly firewall: Firewall;
  /** Made with the first entry that needs them. */
  readonly secrets: () => PartSecrets;
  /** Where a resumed run continues its entries. */
  readonly after: EntryPlace | undefined;
  /** Returns the duration of the run so far, in milliseconds. */
  readonly durationMs: () => number;
  /** Called once if an entry can't be stored. */
  readonly onFailure: () => void;
}

export class ReportedRun {
  /** Why an entry couldn't be stored. */
  failure: { readonly error: unknown } | undefined = undefined;
  private readonly options: ReportedRunOptions;
  private readonly writer: CheckpointWriter;

  constructor(options: ReportedRunOptions) {
    const { store, isSigned, digests, after, onFailure } = options;
    this.options = options;
    this.writer = new CheckpointWriter({
      store,
      digests: isSigned ? digests : undefined,
      after,
      onFailure: (error) => {
        this.failure ??= { error };
        onFailure();
      },
    });
  }

  /** Where the entries of this run end. */
  get place(): EntryPlace {
    return this.writer.place;
  }

  /** Resolves when all entries so far are stored. Undefined if they are. */
  stored(): Promise<void> | undefined {
    return this.writer.stored();
  }

  /** Reports the start of a run, and the effects of passes that reported none. */
  start(
    run: () => Promise<Start>,
    effects: readonly Effect[],
    times: Iterable<readonly [string, EffectTimes]>,
  ): void {
    if (this.options.after !== undefined) return;
    this.writer.append(async () => ({ type: "start", run: await run() }));
    for (const [at, measured] of times) this.noteTimes(at, measured);
    for (const effect of effects) this.effect(effect);
  }

  end(ok: boolean): void {
    this.writer.append(() => ({ type: "end", ok }));
  }

  noteTimes(at: string, times: EffectTimes): void {
    this.writer.noteTimes(at, times);
  }

  effect(effect: Effect): void {
    const { firewall, durationMs } = this.options;
    const entry = (stored: StoredEffect) =>
      ({
        type: "effect",
        effect: stored,
        times: this.writer.takeTimes(),
        durationMs: Math.round(durationMs()),
      }) as const;
    this.writer.append(() => {
      const plain = plainEffect(effect, firewall);
      return plain === undefined ? this.written(effect).then(entry) : entry(plain);
    });
  }

  begins(call: Pick<RequestedCall, "id" | "tool" | "address" | "askedAt">, args: Json): void {
    appendBegun(call, args, this.writer, this.options);
  }

  waits(call: ReportedCall): void {
    appendCall("waits", call, this.writer, this.options);
  }

  /** @throws UnwritableError for an id of a task that contains a firewalled value */
  private async written(effect: Effect): Promise<StoredEffect> {
    const { firewall, secrets } = this.options;
    const isStore = effect.type === "store";
    assertIdsShown(isStore ? [] : [effect.at], isStore ? [effect.at] : [], firewall);
    return await entryEffect(effect, firewall, secrets());
  }
}

/** Returns the effect as it is stored at once. Undefined if that may hide values. */
function plainEffect(effect: Effect, firewall: Firewall): StoredEffect | undefined {
  if (effect.type === "store" || hasTask(effect.at)) return undefined;
  if (effect.type === "time" || effect.type === "pause") return effect;
  if (effect.type === "edit" || effect.decision !== undefined || effect.unkept !== undefined)
    return undefined;
  const { args, outcome } = effect;
  // An outcome is JSON, but its interface has no index signature.
  const json = outcome as unknown as Json;
  return isPlainPart(args, firewall) && isPlainPart(json, firewall)
    ? { ...effect, outcome: { json } }
    : undefined;
}
