// The thread that runs the programs of a session. It can be stopped at any time, even in an endless
// loop or a blocking tool, because after every program it sends the state of the session.

import { parentPort, workerData } from "node:worker_threads";
import { printBounded } from "@ptc/core/printing";
import type { Value } from "@ptc/core/values";
import { renderFail, type LispStep } from "@ptc/lisp";
import { valueLines } from "@ptc/subagent/description";
import { loadLibraries, loadTools } from "@ptc/subagent/internal/node";
import { docLines, isDocCall } from "./doc-lines.ts";
import { decodedValue, encodedValue } from "./encoded-value.ts";
import { askedEffects } from "./asked-effects.ts";
import { SessionRun } from "./session-run.ts";
import { listingLines, listingProgram, type SessionData } from "./shown-listing.ts";
import type {
  EvaluationAnswer,
  EvaluationReady,
  EvaluationRequest,
  EvaluationStart,
} from "./evaluation-messages.ts";

const shownCharacters = 100_000;
/** The limits for values that are sent in case the thread is replaced; encoding takes up to 1 s. */
const savedBytes = { definition: 20_000_000, lastValue: 2_000_000 };

async function startSession(
  start: EvaluationStart,
  say: (ready: EvaluationReady) => void,
): Promise<Session> {
  const tools = start.tools === undefined ? {} : await loadTools(start.tools);
  const values = new Map<string, Value>();
  for (const [name, json] of start.memory) values.set(name, await decodedValue(json));
  const history = await Promise.all(start.history.map(decodedValue));
  const { context, limits, libraries: from } = start;
  const libraries = from && (await loadLibraries({ folder: from.current }, from.folder));
  const run = new SessionRun(
    { values, history },
    {
      ...{ context, limits, tools },
      ...(libraries === undefined ? {} : { libraries }),
    },
  );
  say({ type: "ready", tools: Object.keys(tools) });
  return { run, data: { context, tools } };
}

interface Session {
  readonly run: SessionRun;
  readonly data: SessionData;
}

async function answer(
  { run: session, data }: Session,
  typed: EvaluationRequest,
): Promise<EvaluationAnswer> {
  const before = session.memory;
  const asked = askedEffects(typed.source, (name) => before.get(name) !== undefined);
  if (asked !== undefined) return await effectsAnswer(session, asked);
  const source = listingProgram(typed.source, (name) => before.get(name) !== undefined);
  const request = { ...typed, source };
  const step = await session.run(source);
  const changed = new Map<string, unknown>();
  const unsaved: string[] = [];
  for (const [name, value] of session.memory.entries()) {
    if (before.get(name) === value) continue;
    const json = encodedValue(value, savedBytes.definition);
    if (json === undefined) unsaved.push(name);
    else changed.set(name, json);
  }
  const { ok } = step;
  const warnings = request.width === undefined ? [] : (step.warnings ?? []);
  const prints = request.width === undefined ? step.prints : boundedPrints(step.prints);
  return {
    type: "answer",
    ok,
    prints,
    warnings,
    changed,
    unsaved,
    ...outcome(step, request, data),
  };
}

/** Returns the effects of a form, which isn't run. */
async function effectsAnswer(session: SessionRun, form: string): Promise<EvaluationAnswer> {
  const nothing = {
    type: "answer",
    prints: [],
    warnings: [],
    changed: new Map(),
    unsaved: [],
  } as const;
  const found = await session.effects(form);
  return typeof found === "string"
    ? { ...nothing, ok: true, text: found, value: null }
    : { ...nothing, ok: false, text: renderFail(found), reason: found.reason };
}

/** Returns the output up to a limit for people. */
function boundedPrints(prints: readonly string[]): readonly string[] {
  const shown: string[] = [];
  let room = shownCharacters;
  for (const [index, text] of prints.entries()) {
    room -= text.length;
    if (room >= 0) shown.push(text);
    else {
      const rest = (prints.length - index).toLocaleString("en");
      return [
        ...shown,
        text.slice(0, room + text.length),
        `… (${rest} prints shortened or not shown)`,
      ];
    }
  }
  return shown;
}

function outcome(
  step: LispStep,
  request: EvaluationRequest,
  data: SessionData,
): Pick<EvaluationAnswer, "text" | "reason" | "value"> {
  if (!step.ok) return { text: renderFail(step.fail), reason: step.fail.reason };
  return {
    text: shown(step.value, request, data),
    value: encodedValue(step.value, savedBytes.lastValue),
  };
}

const shortened = "(shortened; the whole value is *1)";

function shown(value: Value, { source, width }: EvaluationRequest, data: SessionData): string {
  if (width !== undefined)
    return (
      typeof value === "string" && isDocCall(source)
        ? docLines(value, width)
        : (listingLines(source, value, data, width) ?? valueLines(value, { width, shortened }))
    ).join("\n");
  const { text, truncated } = printBounded(value, { maxCharacters: shownCharacters });
  return truncated ? `${text} … ${shortened}` : text;
}

const port = parentPort;
if (port !== null) {
  const say = (message: EvaluationReady | EvaluationAnswer): void => {
    port.postMessage(message);
  };
  const starting = startSession(workerData as EvaluationStart, say);
  starting.catch((error: unknown) => {
    say({ type: "refused", message: error instanceof Error ? error.message : String(error) });
  });
  port.on("message", (request: EvaluationRequest) => {
    void starting.then((session) => answer(session, request)).then(say, () => undefined);
  });
}
