// `stepIn`: a step in a store, such as the result of a mission that another process shows.

import type { Json } from "@ptc/core/encoding";
import type { Firewall } from "@ptc/core/firewall";
import { isObject } from "@ptc/core/internal/host";
import { recordOptionNames, resolvedRecordOptions, StoredDocument } from "@ptc/core/internal/store";
import type { RecordOptions, RunStore } from "@ptc/core/store";
import { HiddenData } from "../firewall/hidden-data.ts";
import { noteMemory, noteReturn } from "../firewall/hidden-values.ts";
import { knownOptions } from "../options/option-checks.ts";
import type { MissionStep } from "../step/step.ts";
import { clearStep } from "./clear-step.ts";
import { stepFromJson } from "./step-from-json.ts";
import { stepToJson } from "./step-to-json.ts";

/** A step in a store. Created by `stepIn`. */
export interface StoreStep {
  /** The step as it is stored. Undefined before the first one. */
  readonly step: MissionStep | undefined;
  /**
   * Stores a step in place of the one before. Resolves when it is stored.
   * @throws StoreError `conflict` if another process has replaced it since; `too_large`
   */
  replace(step: MissionStep): Promise<void>;
}

const format = { kind: "step", version: 1 } as const;

/**
 * Reads the step `id` in a store. Without `encryption`, it is stored with markers in place of
 * firewalled values, and without definitions that have some. Its size may be 10 MB by default.
 *
 * Use `recordsOf(store, { kind: "step", owner })` of `@ptc/core/store` to list, delete and prune
 * steps.
 *
 * @example
 *   const stored = await stepIn(store, "report of May");
 *   if (stored.step === undefined) await stored.replace(await run(agent, { llm }));
 *
 * @throws StoreError, also for a record that can't be read; OptionError
 */
export async function stepIn(
  store: RunStore,
  id: string,
  options: RecordOptions = {},
): Promise<StoreStep> {
  knownOptions(options, recordOptionNames);
  const resolved = resolvedRecordOptions(store, options);
  const document = await StoredDocument.open(resolved, format, id);
  let current = await stepOf(document);
  return {
    get step() {
      return current;
    },
    async replace(step) {
      const json = resolved.isEncrypted ? stepToJson(step) : clearStep(step, firewallOf(step));
      await document.write("open", { step: json });
      current = step;
    },
  };
}

async function stepOf(document: StoredDocument): Promise<MissionStep | undefined> {
  const { step } = document.fields ?? {};
  if (step === undefined) return undefined;
  const read = await stepFromJson(isObject(step) ? step : undefined);
  if (read.ok) return read.step;
  throw document.error("damaged", `${read.message}: delete it, or use another id`);
}

/** Returns a firewall that knows the firewalled values of a step. */
function firewallOf(step: MissionStep): Firewall {
  const hidden = new HiddenData();
  hidden.note(stepToJson(step) as unknown as Json);
  noteMemory(hidden.firewall, step.memory);
  noteReturn(hidden.firewall, step);
  return hidden.firewall;
}
