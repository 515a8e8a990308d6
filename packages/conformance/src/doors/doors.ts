// The entry points (`doors`) for outside data, with their limits. `docs/threat-model.md` shows this
// table. The test in this folder sends each payload through each of them.

import { mkdtempSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Pool } from "@ptc/lisp/node";
import {
  check,
  CheckpointError,
  createSession,
  decodeMemory,
  prepare,
  renderFail,
  resume,
  run,
  type Checkpoint,
} from "@ptc/lisp";
import { createScriptedModel } from "@ptc/llm";
import { signature, validateInput, validateOutput, violationsText } from "@ptc/signature";
import {
  createChat,
  defineAgent,
  previewPrompt,
  run as runAgent,
  successfulStep,
} from "@ptc/subagent";
import { CompiledAgent, compiledAgentFromJson } from "@ptc/subagent/compiled";
import {
  extractProgram,
  formatFeedback,
  formatResult,
  truncateForHistory,
} from "@ptc/subagent/text";
import { describeStep } from "@ptc/subagent/description";
import { stepFromJson, stepToJson } from "@ptc/subagent/step-json";
import { buildTraceTree, createMemoryTracer, formatEvent, readTrace } from "@ptc/tracer";
import type { TraceEvent } from "@ptc/core/contracts";
import { CodeCache } from "../../../lisp/src/node/code-cache/code-cache.ts";
import type { Payload } from "./payloads.ts";

export interface Door {
  readonly name: string;
  /** The bound of the work behind the entry point. */
  readonly limit: string;
  /** Sends the payload in and drops the result. */
  open(payload: Payload): unknown;
}

/** Programs that read all of `data/x`, each in a different way. */
const looks: readonly string[] = [
  "(count (str data/x))",
  "(= data/x (tool/same))",
  "(count (hash-set data/x (tool/same)))",
  "(count (frequencies (if (coll? data/x) (seq data/x) [data/x])))",
  "(sort (if (sequential? data/x) data/x [1]))",
  "(json/generate-string data/x)",
  "(tool/take {:x data/x})",
  "(do (println data/x) (def kept data/x) (return data/x))",
  '(throw (ex-info "no" {:x data/x}))',
];

const contract = signature(
  "(status :string, items [{id :int, status :string}]) -> {items [{status :string, count :int}]}",
);

const reading = defineAgent({ prompt: "Count.", signature: "(x :any) -> :int" });
const shortening = defineAgent({
  prompt: "Count.",
  compaction: { trigger: { tokens: 1_000 }, keepRecentTurns: 1 },
});

export function doors(pool: Pool): readonly Door[] {
  return [
    {
      name: "a program's source",
      limit: "limits.sourceLength, symbols, steps, memoryBytes and timeoutMs, including reading",
      open: async ({ source }) => [
        await check(source),
        await prepare(source),
        await run(source),
        await run(`(quote ${source})`),
        await run(`(case 1 (${source}) 2 3)`),
        await run(`(do (def x ${source}) (fn [] x))`),
      ],
    },
    {
      name: "a context or a tool result",
      limit: "steps, memoryBytes and timeoutMs of the run that reads it",
      open: async ({ host }) => {
        for (const program of looks) {
          const step = await run(program, {
            context: { x: host },
            tools: { same: () => structuredClone(host), take: () => null },
          });
          if (!step.ok) renderFail(step.fail);
        }
      },
    },
    {
      name: "memory as JSON",
      limit: "a budget for reading a value; then the run's limits",
      open: async ({ json, source }) => {
        const memory = await decodeMemory({
          x: json,
          f: { $function: { source: `(fn [] ${source})`, captured: {} } },
        });
        const step = await run("(do (def y [x (f)]) (count (str y)))", { memory });
        return JSON.stringify(step.memory);
      },
    },
    {
      name: "a journal",
      limit: "steps, memoryBytes and timeoutMs of the run",
      open: ({ json }) => run('(count (str (task "a" 1)))', { journal: { a: json } }),
    },
    {
      name: "a checkpoint of a run that waits",
      limit: "its size, 1 million effects; then the run's limits",
      open: async ({ json, source }) => {
        const tools = { look: () => 1, pay: { needsApproval: true, execute: () => 1 } };
        const program = "(do (tool/pay {:x (count (str (tool/look {})))}) 1)";
        const step = await run(program, { tools });
        if (step.status !== "waiting") throw new Error("the run didn't wait");
        const { checkpoint } = step;
        const [effect] = checkpoint.effects;
        for (const changed of [
          { ...checkpoint, effects: [{ ...effect, outcome: { json: { result: json } } }] },
          { ...checkpoint, effects: [{ ...effect, args: json }] },
          { ...checkpoint, journal: { json }, pending: json },
          { ...checkpoint, runId: source, effects: json },
        ])
          try {
            await resume(program, changed as unknown as Checkpoint, { tools });
          } catch (error) {
            if (!(error instanceof CheckpointError)) throw error;
          }
      },
    },
    {
      name: "a session's inputs",
      limit: "the limits of each run",
      open: async ({ source }) => {
        const session = createSession();
        await session.run(`(def x '${source})`);
        await session.run("[*1 x (= *1 x)]");
        return JSON.stringify(session.memory);
      },
    },
    {
      name: "a step of a pool process",
      limit: "the run's limits for writing; a size and a budget of work for reading",
      open: async ({ host, source }) => {
        const step = await pool.run("(do (def kept data/x) (return data/x))", {
          context: { x: host },
        });
        const written = await pool.run(source);
        return [step.ok && step.return, written.ok && written.return];
      },
    },
    {
      name: "an answer against a signature",
      limit: "a budget of work for each validation",
      open: ({ host }) => {
        for (const value of [
          host,
          { status: host, items: host },
          { items: [host, { status: host }] },
        ])
          for (const result of [
            validateOutput(contract, value),
            validateOutput(contract, value, { mode: "strict" }),
            validateInput(contract, value),
          ])
            if (!result.ok) violationsText(result);
      },
    },
    {
      name: "data in a prompt",
      limit: "the sizes of previews",
      open: ({ host, text }) => {
        const agent = defineAgent({ prompt: "Look at {{ x }} and {{ y.z }}." });
        return [
          previewPrompt(agent, { x: host, y: { z: text } }),
          formatResult(host),
          formatFeedback([host, text]),
          truncateForHistory(host),
        ];
      },
    },
    {
      name: "a template",
      limit: "its length",
      open: ({ text }) => {
        try {
          return previewPrompt(defineAgent({ prompt: text.slice(0, 100_000) }), {});
        } catch (error) {
          return error;
        }
      },
    },
    {
      name: "a model's response",
      limit: "its length, then the program's limits",
      open: async ({ text, source, host }) => {
        extractProgram(text);
        const llm = createScriptedModel([
          text,
          `\`\`\`clojure\n(do (println data/x) ${source})\n\`\`\``,
          "(return 1)",
        ]);
        const tracer = createMemoryTracer();
        const step = await runAgent(defineAgent({ prompt: "Go.", maxTurns: 4 }), {
          llm,
          context: { x: host },
          trace: tracer,
        });
        return stepFromJson(JSON.parse(JSON.stringify(stepToJson(step))));
      },
    },
    {
      name: "a displayed step",
      limit: "lines of a text and of the whole, in `describeStep`",
      open: ({ host, text }) =>
        describeStep(
          successfulStep(host, {}, { prompt: text, prints: [text], journal: { [text]: host } }),
          { raw: true, messages: true, usage: true, prompt: true, children: 1 },
        ),
    },
    {
      name: "the data of a compiled agent, or a stored one",
      limit: "5 million values compared with the samples; the program's limits",
      open: async ({ host, json, text }) => {
        const shape = { kinds: ["map"], fields: [["x", { kinds: ["list"] }, true]] } as const;
        const compiled = new CompiledAgent(reading, "(return (count (str data/x)))", shape);
        const stored = compiled.toJSON();
        return [
          await compiled.run({ context: { x: host }, onDrift: "warn" }),
          compiledAgentFromJson(reading, json),
          compiledAgentFromJson(reading, { ...stored, data: { kinds: ["text"], texts: [text] } }),
        ];
      },
    },
    {
      name: "a continued conversation",
      limit: "1 million characters of a message; the bounds of its last step",
      open: async ({ host, text }) => {
        const llm = createScriptedModel(["(return 1)"]);
        const messages = [
          { role: "user", content: text },
          { role: "assistant", content: text },
        ] as const;
        const after = successfulStep(host, {}, { messages });
        const chat = createChat(shortening, { llm, after });
        return [await chat.send(text.slice(0, 1_000_000) || "?"), chat.messages];
      },
    },
    {
      name: "a trace",
      limit: "the size of a value and of an event",
      open: ({ host, json, text }) => {
        const event = traceEvent({ x: host, text });
        const line = formatEvent(event);
        const forged = JSON.stringify({
          ...traceEvent({}),
          data: { name: "t", args: json, address: "0" },
        });
        return [line, text, forged].map((given) => buildTraceTree(readTrace(given).events));
      },
    },
    {
      name: "a file of compiled code",
      limit: "32 MB; runs only code cached by this user for this script",
      open: ({ text }) => readsCode(text),
    },
  ];
}

/** Tries to load a text as compiled code. Throws if the text is accepted. */
function readsCode(text: string): void {
  const folder = mkdtempSync(join(tmpdir(), "ptc-door-"));
  try {
    const cache = CodeCache.of({ PTC_CODE_CACHE: folder });
    const draft = cache?.draft("key");
    if (draft === undefined) return;
    writeSync(draft.descriptor, `PTCCODE1${text}`);
    draft.complete();
    if (cache?.read("key") !== undefined) throw new Error("a text passed for compiled code");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function traceEvent(args: unknown): TraceEvent {
  return {
    type: "tool-call-start",
    traceId: "0".repeat(32),
    spanId: "1".repeat(16),
    time: 0,
    data: { name: "t", args, address: "0" },
  };
}
