// The state of a session as JSON for a store, and back.

import { Firewall } from "@ptc/core/firewall";
import type { Json } from "@ptc/core/encoding";
import { isObject, type JsonObject } from "@ptc/core/internal/host";
import { decodedValue, isFields, storableValue } from "@ptc/core/internal/stored";
import { clearMemory } from "@ptc/lisp/internal";
import { shownJson } from "@ptc/lisp/internal/waiting";
import { decodeMemory } from "@ptc/lisp";
import { Refusal } from "./refusal.ts";
import type { KeptResult, SessionState, WaitingWork } from "./session-state.ts";

/**
 * Returns the fields of the state. Without encryption, they have no firewalled values: definitions
 * and results with such values are omitted.
 * @throws Refusal if the work that waits has such values
 */
export function sessionToJson(state: SessionState, isEncrypted: boolean): JsonObject {
  const { isUnnamed, memory, results, resultCount, waiting } = state;
  const firewall = new Firewall();
  const kept = [...results].map(([name, { value, ...rest }]) => ({
    name,
    value: storableValue(value),
    ...rest,
  }));
  return {
    isUnnamed,
    memory: isEncrypted ? memory.toJSON() : clearMemory(memory, firewall).json,
    results: isEncrypted
      ? kept
      : kept.filter(
          ({ value, firewalled }) => firewalled === undefined && isClear(value, firewall),
        ),
    resultCount,
    ...(waiting === undefined ? {} : { waiting: waitingToJson(waiting, isEncrypted, firewall) }),
  };
}

function waitingToJson(
  { work, ...waiting }: WaitingWork,
  isEncrypted: boolean,
  firewall: Firewall,
): JsonObject {
  const context = storableValue(work.context);
  if (!isEncrypted && !isClear(context, firewall))
    throw new Refusal(
      "not_allowed",
      "its context has fields that begin with _, which the server doesn't store without encryption",
    );
  return { ...waiting, work: { ...work, context } };
}

function isClear(json: Json, firewall: Firewall): boolean {
  return shownJson(json, firewall) === json;
}

/** Reads the fields back. @throws DecodingError, OptionError, TypeError for damaged ones */
export async function sessionFromJson(fields: JsonObject): Promise<SessionState> {
  const { isUnnamed, memory, results, resultCount, waiting } = fields;
  if (!Array.isArray(results)) throw new TypeError("its results are missing");
  return {
    isUnnamed: isUnnamed === true,
    memory: await decodeMemory(memory),
    results: new Map((results as readonly unknown[]).map(resultFromJson)),
    resultCount: Number(resultCount),
    ...(isObject(waiting) ? { waiting: waitingFromJson(waiting) } : {}),
  };
}

function resultFromJson(given: unknown): readonly [string, KeptResult] {
  if (!isObject(given)) throw new TypeError("a result is damaged");
  const { name, value, bytes, firewalled } = given;
  const kept = { value: decodedValue(value, "$.value"), bytes: Number(bytes) };
  // The firewall reads only positions in it, whatever it is.
  return [String(name), { ...kept, firewalled: firewalled as KeptResult["firewalled"] }];
}

function waitingFromJson(given: JsonObject): WaitingWork {
  const { work } = given;
  if (!isObject(work)) throw new TypeError("the work that waits is damaged");
  const context = decodedValue(work["context"], "$.context");
  if (!isFields(context)) throw new TypeError("the context of the work that waits is damaged");
  // Only this server writes its store, and `resume` checks the checkpoint.
  return { ...given, work: { ...work, context } } as unknown as WaitingWork;
}
