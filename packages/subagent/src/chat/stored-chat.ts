// The document of a chat in a store:
//
//   {"format":"ptc-chat","version":1,"step":{…},"usage":{…},"journal":[["charge","tx_1"]],
//    "waiting":{"checkpoint":{…},"pending":[…]}}
//
// The step is that of the last answered message, as `stepToJson` writes it, without its turns,
// prints and calls: the conversation continues from its messages and definitions.

import type { Firewall } from "@ptc/core/firewall";
import { isObject, presentFields, type JsonObject } from "@ptc/core/internal/host";
import { recordOptionNames, resolvedRecordOptions, StoredDocument } from "@ptc/core/internal/store";
import { isJson } from "@ptc/core/internal/stored";
import { recordOf } from "@ptc/core/internal/values";
import type { RecordOptions, RunStore } from "@ptc/core/store";
import { without } from "@ptc/lisp/internal/waiting";
import { clearStep } from "../step-json/clear-step.ts";
import { stepFromJson } from "../step-json/step-from-json.ts";
import { stepToJson } from "../step-json/step-to-json.ts";
import type { MissionStep, SpentByMissions } from "../step/step.ts";
import type { ChatKeeper, ChatRecord, WaitingMessage } from "./chat-record.ts";

const format = { kind: "chat", version: 1 } as const;

/** The clock of a chat is that of its missions. */
export const storedChatOptions = recordOptionNames.filter((name) => name !== "clock");

/** The options of the missions, and what keeps the chat. */
interface OpenChat {
  readonly mission: object;
  readonly keeper: ChatKeeper;
}

/** @throws StoreError, OptionError */
export async function openChat(
  store: RunStore,
  id: string,
  options: RecordOptions,
): Promise<OpenChat> {
  const resolved = resolvedRecordOptions(store, options);
  const document = await StoredDocument.open(resolved, format, id);
  const record = await recordIn(document);
  const mission = without(options, storedChatOptions);
  return {
    mission: record.step === undefined ? mission : { ...mission, after: record.step },
    keeper: {
      record,
      begin: () => document.take(),
      end: async (next, firewall) => {
        await document.write(
          next.waiting === undefined ? "open" : "waiting",
          fieldsOf(next, resolved.isEncrypted ? undefined : firewall),
        );
      },
    },
  };
}

function fieldsOf(
  { step, usage, journal, waiting }: ChatRecord,
  firewall: Firewall | undefined,
): JsonObject {
  const short = step === undefined ? undefined : shortStep(step);
  return presentFields({
    step:
      short === undefined
        ? undefined
        : firewall === undefined
          ? stepToJson(short)
          : clearStep(short, firewall),
    usage,
    journal: journal === undefined ? undefined : Object.entries(journal),
    waiting,
  });
}

function shortStep({
  childSteps: _steps,
  childTraces: _traces,
  journal: _journal,
  ...step
}: MissionStep): MissionStep {
  return { ...step, turns: [], prints: [], toolCalls: [], parallelCalls: [] };
}

/** @throws StoreError */
async function recordIn(document: StoredDocument): Promise<ChatRecord> {
  const { step: json, usage, journal, waiting } = document.fields ?? {};
  const read = json === undefined ? undefined : await stepFromJson(json);
  if (read?.ok === false)
    throw document.error("damaged", `${read.message}: delete it, or use another id`);
  return {
    step: read?.step,
    usage: usageIn(usage) ? usage : undefined,
    journal: journalIn(journal) ? recordOf(journal) : undefined,
    waiting: waitingIn(waiting) ? waiting : undefined,
  };
}

/** Counters of usage are numbers; anything else is omitted. */
function usageIn(json: unknown): json is SpentByMissions {
  return (
    isObject(json) &&
    Object.entries(json).every(([name, value]) =>
      name === "children" ? isObject(value) : typeof value === "number",
    )
  );
}

function journalIn(json: unknown): json is [string, unknown][] {
  return (
    Array.isArray(json) &&
    json.every((entry) => Array.isArray(entry) && typeof entry[0] === "string" && isJson(entry[1]))
  );
}

/** `resume` checks the rest. */
function waitingIn(json: unknown): json is WaitingMessage {
  return isObject(json) && isObject(json["checkpoint"]) && Array.isArray(json["pending"]);
}
