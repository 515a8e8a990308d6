// The ways in which data of an earlier mission enters a later one: decision record 27 lists them.
// Random missions pass random forms of firewalled values through each way, and no prompt of a later
// mission contains a value.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Firewall } from "@ptc/core/firewall";
import { createSession, decodeMemory } from "@ptc/lisp";
import { createScriptedModel, type ScriptedModel } from "@ptc/llm";
import {
  asTool,
  chain,
  createChat,
  defineAgent,
  run,
  tool,
  type MissionStep,
} from "../src/index.ts";
import { stepFromJson, stepToJson } from "../src/step-json/index.ts";

/** The number of random missions. */
const cases = process.env["PTC_TESTS"] === undefined ? 60 : 500;

const agent = defineAgent({
  prompt: "Do it.",
  maxTurns: 4,
  plan: ["one", "two"],
  tools: { echo: tool({ cache: true, execute: ({ text }) => ({ text }) }) },
});

function copied<Data>(data: Data): Data {
  return JSON.parse(JSON.stringify(data)) as Data;
}

async function stored(step: MissionStep): Promise<MissionStep> {
  const read = await stepFromJson(copied(stepToJson(step)));
  if (!read.ok) throw new Error(read.message);
  return read.step;
}

/** Expressions around a value: forms that the guide lists as recognized. */
const around: readonly ((value: string) => string)[] = [
  (value) => value,
  (value) => `[1 {:deep [${value}]}]`,
  (value) => `{${value} 1, :other "text"}`,
  (value) => `(str "before " ${value} " after")`,
  (value) => `(str/upper-case (str ${value}))`,
  (value) => `(json/generate-string {:a ${value}})`,
  (value) => `(json/generate-string [(json/generate-string [${value} "x"])])`,
  (value) => `(pr-str [${value} :k])`,
  (value) => `(str/join "," [1 ${value} 2])`,
  (value) => `#{${value}}`,
  (value) => `(keyword (str "k" ${value}))`,
  (value) => `(str "name,note\\nAnn," ${value})`,
];

/** How a mission is finished with the expression of a value, and how a later one gets it. */
interface Way {
  readonly program: (value: string) => string;
  readonly later: (
    step: MissionStep,
    llm: (programs: readonly string[]) => ScriptedModel,
  ) => Promise<unknown>;
}

const show = ["(println x)", "[x]", "(return 1)"];
const showData = ["(println data/plain)", "data/plain", "(return 1)"];

const ways: Readonly<Record<string, Way>> = {
  memory: {
    program: (value) => `(do (def x ${value}) (return 1))`,
    later: ({ memory }, llm) => run(agent, { llm: llm(show), memory }),
  },
  "memory of a session": {
    program: (value) => `(do (def y ${value}) (return 1))`,
    later: async ({ memory }, llm) => {
      const session = createSession({ memory, firewall: new Firewall() });
      await session.run("(def x [y])");
      const json = await decodeMemory(copied(session.memory.toJSON()));
      return run(agent, { llm: llm(show), memory: json });
    },
  },
  "memory of a turn": {
    program: (value) => `(do (def x ${value}) (return 1))`,
    later: ({ turns }, llm) => run(agent, { llm: llm(show), memory: turns.at(-1)?.memory ?? {} }),
  },
  chain: {
    program: (value) => `(return {:plain ${value}})`,
    later: (step, llm) => chain(step, agent, { llm: llm(showData) }),
  },
  "a step as context": {
    program: (value) => `(return {:plain ${value}})`,
    later: (step, llm) => run(agent, { llm: llm(showData), context: step }),
  },
  journal: {
    program: (value) => `(do (task "t" ${value}) (return 1))`,
    later: ({ journal }, llm) =>
      run(agent, {
        llm: llm(['(println (task "t" 0))', '(task "t" 0)', "(return 1)"]),
        journal: copied(journal ?? {}),
        missionLog: "user",
      }),
  },
  summaries: {
    program: (value) => `(do (step-done "one" (str ${value})) (return 1))`,
    later: ({ summaries }, llm) => run(agent, { llm: llm(["(return 1)"]), summaries }),
  },
  "cached results": {
    program: (value) => `(do (def x ${value}) (tool/echo {:text (str x)}) (return 1))`,
    later: ({ toolCache, memory }, llm) =>
      run(agent, { llm: llm(["(tool/echo {:text (str x)})", "(return 1)"]), toolCache, memory }),
  },
  chat: {
    program: (value) => `(do (def x ${value}) (return x))`,
    later: (after, llm) =>
      createChat(agent, { llm: llm(["(println x *1)", "[x]", "(return 1)"]), after }).send("b"),
  },
  "a child agent": {
    program: (value) => `(do (def x ${value}) (return 1))`,
    later: ({ memory }, llm) => {
      const child = defineAgent({ prompt: "See {{plain}}.", signature: "(plain :any) -> :any" });
      return run(agent, {
        llm: llm(["(tool/child {:plain x})", "(println data/plain)", "(return 1)", "(return 1)"]),
        memory,
        tools: { child: asTool(child, { description: "Sees it." }) },
      });
    },
  },
  errors: {
    program: (value) => `(do (def x ${value}) (return 1))`,
    later: ({ memory }, llm) =>
      run(agent, {
        llm: llm(["(throw (ex-info (str x) {:x x}))", "(+ 1 x)", "(fail (str x))"]),
        memory,
      }),
  },
};

describe("hidden values don't reach a later mission", () => {
  test.each(Object.entries(ways))("through %s", async (_, way) => {
    const secret = fc.stringMatching(/^[A-Za-z0-9]{8,24}(?:[ "\\,'<&-][A-Za-z0-9]{3,9}){0,2}$/);
    const form = fc.nat({ max: around.length - 1 });
    await fc.assert(
      fc.asyncProperty(secret, form, form, fc.boolean(), async (value, inner, outer, isJson) => {
        const written = around[inner]?.("(:_ssn data/row)") ?? "";
        const expression = inner === outer ? written : (around[outer]?.(written) ?? "");
        const hidden = `Q${value}`;
        const first = await run(agent, {
          llm: createScriptedModel([way.program(expression)]),
          context: { row: { _ssn: hidden } },
          collectMessages: true,
          journal: {},
        });
        // Some forms can't be returned, such as a map with a set as its key.
        fc.pre(first.ok);
        const models: ScriptedModel[] = [];
        await way.later(isJson ? await stored(first) : first, (programs) => {
          const llm = createScriptedModel([...programs]);
          models.push(llm);
          return llm;
        });
        for (const { requests } of models) {
          expect(requests.length).toBeGreaterThan(0);
          const sent = requests.map(({ messages }) => JSON.stringify(messages)).join("\n");
          expect(plain(sent)).not.toContain(plain(hidden));
        }
      }),
      { numRuns: Math.ceil(cases / Object.keys(ways).length) },
    );
  });

  test("as *1, because a mission starts without earlier results", async () => {
    const chat = createChat(agent, {
      llm: createScriptedModel(["(return (:_ssn data/row))", "(println [*1])", "(return 1)"]),
      context: { row: { _ssn: "kQ7canaryMarlin" } },
    });
    await chat.send("a");
    expect((await chat.send("b")).prints).toEqual(["[nil]"]);
  });
});

/** A text without letter case, backslashes and quotes, which differ between quoted texts. */
function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[\\"]/g, "");
}
