// The thread in which the programs of a session run. It can be stopped at any time, even inside an
// endless loop, because after every program it sends what the session needs to continue.

import { parentPort, workerData } from "node:worker_threads";
import { tags } from "@ptc/core/encoding";
import { printBounded } from "@ptc/core/printing";
import type { Value } from "@ptc/core/values";
import {
  Memory,
  createSession,
  decodeMemory,
  renderFail,
  type LispStep,
  type Session,
} from "@ptc/lisp";
import type {
  EvaluationAnswer,
  EvaluationRequest,
  EvaluationStart,
} from "./evaluation-messages.ts";

const shownCharacters = 100_000;

async function startSession({ memory, history, limits }: EvaluationStart): Promise<Session> {
  const values = new Map<string, Value>();
  for (const [name, json] of memory) values.set(name, await decoded(json));
  return createSession({
    memory: Memory.ofValues(values, true),
    history: await Promise.all(history.map(decoded)),
    limits,
    collections: "language",
  });
}

async function decoded(json: unknown): Promise<Value> {
  try {
    return (await decodeMemory({ value: json })).get("value") ?? null;
  } catch {
    return null;
  }
}

/** A value as JSON; `undefined` when it cannot be encoded. */
function encoded(value: Value): unknown {
  const { value: json } = Memory.ofValues(new Map([["value", value]]), true).toJSON();
  const isWritten = typeof json !== "object" || json === null || !Object.hasOwn(json, tags.unkept);
  return isWritten ? json : undefined;
}

async function answer(session: Session, { source }: EvaluationRequest): Promise<EvaluationAnswer> {
  const before = session.memory;
  const step = await session.run(source);
  const changed = new Map<string, unknown>();
  const unkept: string[] = [];
  for (const [name, value] of session.memory.entries()) {
    if (before.get(name) === value) continue;
    const json = encoded(value);
    if (json === undefined) unkept.push(name);
    else changed.set(name, json);
  }
  return { ok: step.ok, prints: step.prints, changed, unkept, ...outcome(step) };
}

function outcome(step: LispStep): Pick<EvaluationAnswer, "text" | "reason" | "value"> {
  if (!step.ok) return { text: renderFail(step.fail), reason: step.fail.reason };
  const { text, truncated } = printBounded(step.value, { maxCharacters: shownCharacters });
  return {
    text: truncated ? `${text} … (shortened; the whole value is *1)` : text,
    value: encoded(step.value) ?? null,
  };
}

const port = parentPort;
if (port !== null) {
  const starting = startSession(workerData as EvaluationStart);
  port.on("message", (request: EvaluationRequest) => {
    void starting
      .then((session) => answer(session, request))
      .then((message) => {
        port.postMessage(message);
      });
  });
}
