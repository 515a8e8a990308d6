// Aborts a mission after any character that its model writes, in each mode. The mission ends at
// once, and a provider accepts its messages followed by another user message.
import { beforeAll, describe, expect, test } from "vitest";
import { createScriptedModel, type LanguageModel, type ModelStreamEvent } from "@ptc/llm";
import { defineAgent, run, type MissionStep, type ModeName } from "../src/index.ts";
import { call, calls, program } from "./native-calls.ts";

const look = call("b", "look", { at: "ü 😀" });
const block = (source: string): string => `So:\n\`\`\`clojure\n${source}\n\`\`\``;
const text = (answer: string) => ({ type: "text" as const, text: answer });

/** The responses of the model in each mode: text, calls, programs, and several calls at once. */
const scripts = {
  program: [block('(println "é")'), block('(return "done")')],
  "program-call": [calls(program("a", '(println "é")')), calls(program("a", '(return "done")'))],
  text: [{ content: [text("I look."), look, look] }, "done"],
  combined: [{ content: [text("I look."), program("a", "(def x 1)"), look] }, "done"],
} as const satisfies Record<ModeName, unknown>;

/** Streams the scripted responses one character at a time, and aborts after `last` of them. */
function byCharacters(mode: ModeName, stop: AbortController, last: number) {
  const model = createScriptedModel(scripts[mode]);
  let written = 0;
  const llm: LanguageModel = {
    ...model,
    async *stream(request) {
      for await (const event of model.stream(request))
        for (const piece of characters(event)) {
          written += 1;
          yield piece;
          if (written === last) stop.abort();
        }
    },
  };
  return { llm, written: () => written };
}

function characters(event: ModelStreamEvent): readonly ModelStreamEvent[] {
  if (event.type === "text-delta")
    return event.text.split("").map((unit) => ({ ...event, text: unit }));
  if (event.type === "tool-call-delta")
    return event.inputText.split("").map((unit) => ({ ...event, inputText: unit }));
  return [event];
}

async function aborted(mode: ModeName, last: number) {
  const stop = new AbortController();
  const { llm, written } = byCharacters(mode, stop, last);
  let looks = 0;
  const agent = defineAgent({
    prompt: "Go.",
    mode,
    tools: { look: () => ++looks },
    maxTurns: 3,
  });
  const step = await run(agent, { llm, collectMessages: true, signal: stop.signal });
  return { step, written: written(), isAborted: stop.signal.aborted };
}

/** Returns the reasons for which a provider refuses this history with another user message. */
function problems({ messages = [] }: MissionStep): readonly string[] {
  return messages.flatMap((message, index) => {
    const next = messages[index + 1];
    if (message.role === "assistant") {
      const parts = message.parts ?? [];
      const asked = parts.flatMap((part) => (part.type === "tool-call" ? [part.toolCallId] : []));
      const answered = next?.role === "tool" ? next.parts.map(({ toolCallId }) => toolCallId) : [];
      return [
        ...(message.content === "" && asked.length === 0 ? ["an answer says nothing"] : []),
        ...(asked.join() === answered.join() ? [] : ["calls and results are not the same"]),
        ...(new Set(asked).size === asked.length ? [] : ["calls have one id"]),
        ...(parts.some((part) => part.type === "tool-call" && part.malformedInput !== undefined)
          ? ["a call has half of its arguments"]
          : []),
        ...(next?.role === "assistant" ? ["an answer stands behind an answer"] : []),
      ];
    }
    return message.content === "" ? [`a message of the ${message.role} is empty`] : [];
  });
}

// The first program loads the parser lazily.
beforeAll(() => aborted("program", 1_000));

describe.each(Object.keys(scripts) as ModeName[])("aborts in the mode %s", (mode) => {
  test("an abort after any character ends the mission with a history that can be continued", async () => {
    const whole = await aborted(mode, 0);
    expect(whole.step).toMatchObject({ ok: true, return: "done" });
    expect(problems(whole.step)).toEqual([]);
    expect(whole.written).toBeGreaterThan(40);
    for (let last = 1; last <= whole.written; last++) {
      const { step, isAborted } = await aborted(mode, last);
      expect([last, isAborted, problems(step)]).toEqual([last, true, []]);
      // The last piece completes the response, so the mission may finish before the abort arrives.
      if (last < whole.written - 1)
        expect(step).toMatchObject({ ok: false, fail: { reason: "cancelled" } });
      if (!step.ok) expect(step.messages?.at(-1)?.role).not.toBe("assistant");
    }
  });
});
