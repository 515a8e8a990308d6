// The results of an eval in a store: a record with its suite and variants, and one for each variant
// and repeat, with a line for each result. The store refuses changes of two processes at once.
//
//   <id>            snapshot: suite, variants
//   <id>/0/1        the first repeat of the first variant: result, result, …

import { OptionError } from "@ptc/core/errors";
import { fromJson } from "@ptc/core/json";
import { isObject } from "@ptc/core/internal/host";
import { StoreError, type RecordKey, type RunStore } from "@ptc/core/store";
import { readResult, resultLine } from "../results/result-json.ts";
import type { EvalResult } from "../results/eval-result.ts";

const kind = "eval";
const format = "ptc-eval";
const version = 1;
/** The most results in one transaction. */
const largestBatch = 500;
/** The largest `repeats`. */
export const mostRepeats = 10_000;

/** The fixed parts of an eval. */
export interface EvalManifest {
  readonly suite: string;
  /** In the order of their first run. */
  readonly variants: readonly string[];
  /** The most repeats so far. */
  readonly repeats: number;
}

interface Waiting {
  readonly line: string;
  readonly stored: () => void;
  readonly failed: (error: unknown) => void;
}

/** The results of one eval. */
export class EvalRecord {
  readonly manifest: EvalManifest;
  private readonly store: RunStore;
  private readonly id: string;
  private readonly versions = new Map<string, number>();
  private readonly waiting = new Map<string, Waiting[]>();
  private writing: Promise<void> | undefined;

  private constructor(store: RunStore, id: string, manifest: EvalManifest) {
    this.store = store;
    this.id = id;
    this.manifest = manifest;
  }

  /**
   * Opens the record, or creates it. Variants that it lacks are added.
   * @throws OptionError for the record of another suite; StoreError
   */
  static async open(store: RunStore, id: string, wanted: EvalManifest): Promise<EvalRecord> {
    const key: RecordKey = { kind, id };
    const found = await store.load(key);
    const known = found === undefined ? undefined : manifestIn(store, id, found.snapshot);
    if (known !== undefined && known.suite !== wanted.suite)
      throw new OptionError(
        "id",
        `${JSON.stringify(id)} has results of the suite ${JSON.stringify(known.suite)}: choose another id`,
      );
    const variants = [...new Set([...(known?.variants ?? []), ...wanted.variants])];
    const repeats = Math.max(known?.repeats ?? 0, wanted.repeats);
    const manifest = { suite: wanted.suite, variants, repeats };
    if (known?.variants.length !== variants.length || known.repeats !== repeats)
      await store.append([
        {
          key,
          version: found?.version ?? 0,
          head: { status: "open", tags: [wanted.suite] },
          snapshot: JSON.stringify({ format, version, ...manifest }),
        },
      ]);
    return new EvalRecord(store, id, manifest);
  }

  /** Opens a record. Returns undefined for an unknown id. @throws StoreError */
  static async find(store: RunStore, id: string): Promise<EvalRecord | undefined> {
    const found = await store.load({ kind, id });
    return found === undefined
      ? undefined
      : new EvalRecord(store, id, manifestIn(store, id, found.snapshot));
  }

  /**
   * Yields the last result of each run, variant by variant. Damaged lines are skipped, so their
   * runs are repeated.
   */
  async *results(): AsyncGenerator<EvalResult> {
    for (const index of this.manifest.variants.keys())
      for (let repeat = 1; repeat <= this.manifest.repeats; repeat++) {
        const shard = this.shardOf(index, repeat);
        const found = await this.store.load({ kind, id: shard });
        this.versions.set(shard, found?.version ?? 0);
        if (found === undefined) continue;
        const last = new Map<string, EvalResult>();
        for (const line of found.entries) {
          const result = readResult(line);
          if (result !== undefined) last.set(result.case, result);
        }
        yield* last.values();
      }
  }

  /** Stores a result. Results that arrive during a write share the next one. @throws StoreError */
  add(result: EvalResult): Promise<void> {
    const shard = this.shardOf(this.manifest.variants.indexOf(result.variant), result.repeat);
    return new Promise((stored, failed) => {
      const known = this.waiting.get(shard);
      const entry = { line: resultLine(result), stored, failed };
      if (known === undefined) this.waiting.set(shard, [entry]);
      else known.push(entry);
      this.writing ??= this.write();
    });
  }

  private async write(): Promise<void> {
    // Results of the same task share one transaction.
    await Promise.resolve();
    for (const [shard, entries] of this.waiting) {
      const batch = entries.splice(0, largestBatch);
      if (entries.length === 0) this.waiting.delete(shard);
      try {
        await this.append(
          shard,
          batch.map(({ line }) => line),
        );
        for (const { stored } of batch) stored();
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    this.writing = this.waiting.size === 0 ? undefined : this.write();
  }

  private async append(shard: string, entries: readonly string[]): Promise<void> {
    const before = this.versions.get(shard) ?? 0;
    try {
      await this.store.append([
        {
          key: { kind, id: shard },
          version: before,
          ...(before === 0 ? { head: { status: "results", tags: [this.id] } } : {}),
          entries,
        },
      ]);
    } catch (error) {
      if (!(error instanceof StoreError) || error.problem !== "conflict") throw error;
      throw new StoreError(
        "conflict",
        `${this.store.name}: another process runs the eval ${JSON.stringify(this.id)}: wait for its end, or use another id`,
      );
    }
    this.versions.set(shard, before + 1);
  }

  private shardOf(variant: number, repeat: number): string {
    return `${this.id}/${String(variant)}/${String(repeat)}`;
  }
}

/** @throws StoreError for anything else */
function manifestIn(store: RunStore, id: string, snapshot = ""): EvalManifest {
  const damaged = new StoreError(
    "damaged",
    `${store.name}: the record of the eval ${JSON.stringify(id)} can't be read: delete it, or use another id`,
  );
  let json: unknown;
  try {
    json = fromJson(snapshot);
  } catch {
    throw damaged;
  }
  if (!isObject(json) || json["format"] !== format) throw damaged;
  if (json["version"] !== version)
    throw new StoreError(
      "newer_schema",
      `${store.name}: a newer release wrote the eval ${JSON.stringify(id)}: update @ptc/evals`,
    );
  const { suite, variants, repeats } = json;
  const isRead =
    typeof suite === "string" &&
    Array.isArray(variants) &&
    variants.every((name) => typeof name === "string") &&
    typeof repeats === "number" &&
    repeats <= mostRepeats;
  if (!isRead) throw damaged;
  return { suite, variants, repeats };
}
