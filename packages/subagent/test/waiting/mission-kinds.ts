// Missions of each kind in which a call can wait: the place of the call in its program, child
// missions, modes, and limits of the agent.

import { ModelError } from "@ptc/llm";
import type { Agent, AgentOptions, MissionOptions } from "../../src/index.ts";
import { call, program } from "../native-calls.ts";
import type { Desk, Notes, Script } from "./desk.ts";
import type { Subagent } from "./tiers.ts";

/** What a mission of one kind needs, besides its desk. */
export interface Kind {
  readonly script: Script;
  readonly agent?: (desk: Desk, subagent: Subagent) => Partial<AgentOptions>;
  readonly context?: Readonly<Record<string, unknown>>;
  readonly options?: (notes: Notes) => Partial<MissionOptions>;
  /** The calls that wait in each pass, if all are decided at once. */
  readonly waits: readonly (readonly string[])[];
  /** True if the mission fails. */
  readonly fails?: true;
}

/** One program that returns the value of an expression. */
const returning = (expression: string): Script => ({ Do: [`(return ${expression})`] });

const three = (expression: string): Pick<Kind, "script" | "waits"> => ({
  script: returning(expression),
  waits: [["refund 1"], ["refund 2"], ["refund 3"]],
});

interface ChildOptions extends Partial<AgentOptions> {
  readonly name: string;
  readonly prompt: string;
}

/** A child mission as a tool, with an argument `id`. */
const childOf = ({ asTool, defineAgent }: Subagent, options: ChildOptions) =>
  asTool(
    defineAgent({
      description: "Works.",
      signature: "(id :int) -> :any",
      ...(options as object),
      prompt: `${options.prompt} {{id}}.`,
    }),
    { expose: "both" },
  );

/** A lead whose child refunds the number that it gets. */
const withChild =
  (more: Partial<AgentOptions> = {}) =>
  (desk: Desk, subagent: Subagent): Partial<AgentOptions> => ({
    tools: { ...desk, child: childOf(subagent, { name: "child", prompt: "Work on", tools: desk }) },
    ...more,
  });

const work = ["(return (tool/refund {:id data/id}))"];

export const kinds: Readonly<Record<string, Kind>> = {
  "one call": { script: returning("(tool/refund {:id 1})"), waits: [["refund 1"]] },
  "pmap with three of six held": {
    script: returning("(pmap (fn [i] (do (tool/look {:id i}) (tool/pay {:id i}))) (range 1 7))"),
    waits: [["pay 4", "pay 5", "pay 6"]],
  },
  pcalls: {
    script: returning(
      "(pcalls #(tool/refund {:id 1}) #(do (tool/look {:id 2}) (tool/refund {:id 2})) #(tool/look {:id 3}))",
    ),
    waits: [["refund 1", "refund 2"]],
  },
  map: three("(mapv (fn [i] (tool/refund {:id i})) [1 2 3])"),
  reduce: three("(reduce (fn [sum i] (+ sum (tool/refund {:id i}))) 0 [1 2 3])"),
  "a lazy sequence": three(
    "(reduce + (take 3 (map (fn [i] (tool/refund {:id i})) (iterate inc 1))))",
  ),
  "loop and doseq": three(
    "(let [seen (atom [])] (doseq [i [1 2 3]] (swap! seen conj (tool/refund {:id i}))) @seen)",
  ),
  try: {
    script: returning(
      "(try (tool/broken {:id 1}) (catch Exception e [(ex-message e) (tool/refund {:id 2})]))",
    ),
    waits: [["broken 1"], ["refund 2"]],
  },
  finally: {
    script: returning("(try (tool/look {:id 1}) (finally (println (tool/refund {:id 2}))))"),
    waits: [["refund 2"]],
  },
  "an atom": {
    script: returning(
      "(let [sum (atom 0) add (fn [i] (swap! sum + (tool/refund {:id i})))] (add 1) (add 2) @sum)",
    ),
    waits: [["refund 1"], ["refund 2"]],
  },
  "memory over turns": {
    script: {
      Do: [
        "(def a (tool/refund {:id 1}))",
        "(def b (+ a (tool/refund {:id 2})))",
        "(return [a b])",
      ],
    },
    waits: [["refund 1"], ["refund 2"]],
  },
  "a closure in memory": {
    script: {
      Do: ["(def k 7) (defn f [i] (+ k (tool/refund {:id i})))", "(return [(f 1) (f 2)])"],
    },
    waits: [["refund 1"], ["refund 2"]],
  },
  "a task": {
    script: {
      Do: [
        '(def a (task "t_1" (tool/refund {:id 1})))',
        '(return [a (task "t_1" (tool/refund {:id 9})) (task "t_2" (tool/look {:id 2}))])',
      ],
    },
    options: () => ({ journal: { old: 5 } }),
    waits: [["refund 1"]],
  },
  onJournal: {
    script: returning(
      '[(task "t_0" (tool/look {:id 0})) (pmap (fn [i] (task (str "t_" i) (tool/refund {:id i}))) [1 2])]',
    ),
    options: ({ made }) => ({
      journal: {},
      onJournal: async ({ id }) => {
        await Promise.resolve();
        made.push(`store ${id}`);
      },
    }),
    waits: [["refund 1", "refund 2"]],
  },
  "three levels of asTool": {
    script: {
      Do: ["(return (pmap (fn [i] (tool/top {:id i})) [1 2]))"],
      Top: ["(return [(tool/refund {:id data/id}) (tool/middle {:id data/id})])"],
      Middle: ["(return (tool/low {:id (+ 10 data/id)}))"],
      Low: ["(def a (tool/refund {:id data/id}))", "(return (+ a (tool/look {:id 1})))"],
    },
    agent: (desk, subagent) => {
      const low = childOf(subagent, { name: "low", prompt: "Low", tools: desk });
      const middle = childOf(subagent, { name: "middle", prompt: "Middle", tools: { low } });
      const top = childOf(subagent, { name: "top", prompt: "Top", tools: { ...desk, middle } });
      return { tools: { top } };
    },
    waits: [
      ["refund 1", "refund 2"],
      ["refund 11", "refund 12"],
    ],
  },
  "two children beside a call": {
    script: {
      Do: [
        "(return (pcalls #(tool/child {:id 1}) #(tool/child {:id 2}) #(tool/refund {:id 3}) #(tool/look {:id 4})))",
      ],
      Work: work,
    },
    agent: withChild(),
    waits: [["refund 1", "refund 2", "refund 3"]],
  },
  "a child that shares a task": {
    script: {
      Do: ['(return (pcalls #(tool/child {:id 1}) #(task "shared" (tool/refund {:id 8}))))'],
      Work: ['(return [(tool/look {:id 1}) (task "shared" (tool/refund {:id 9}))])'],
    },
    agent: withChild(),
    options: () => ({ journal: {} }),
    waits: [["refund 8"]],
  },
  "a child that needs an approval itself": {
    script: { Do: ["(return (tool/child {:id 1}))"], Work: work },
    agent: (desk, { asTool, defineAgent }) => ({
      tools: {
        child: asTool(
          defineAgent({
            prompt: "Work on {{id}}.",
            description: "Works.",
            signature: "(id :int) -> :any",
            tools: desk,
          }),
          { needsApproval: desk.refund.needsApproval ?? false },
        ),
      },
    }),
    waits: [["child 1"], ["refund 1"]],
  },
  self: {
    script: {
      "Do 1": ["(return [(tool/part {:id 2}) (tool/refund {:id 1})])"],
      "Do 2": ["(return (tool/part {:id 3}))"],
      "Do 3": ["(return (tool/refund {:id 3}))"],
    },
    agent: (desk, { selfTool }) => ({
      prompt: "Do {{id}}.",
      signature: "(id :int) -> :any",
      tools: { ...desk, part: selfTool },
    }),
    context: { id: 1 },
    waits: [["refund 3"], ["refund 1"]],
  },
  "native calls": {
    script: {
      Do: [
        [call("a", "refund", { id: 1 }), call("b", "look", { id: 2 }), call("c", "pay", { id: 4 })],
        [call("d", "refund", { id: 5 })],
        "Done.",
      ],
    },
    agent: () => ({ mode: "text" }),
    waits: [["pay 4", "refund 1"], ["refund 5"]],
  },
  "programs in calls": {
    script: {
      Do: [
        [program("a", "(def a (tool/refund {:id 1}))")],
        [program("b", "(return (+ a (tool/refund {:id 2})))")],
      ],
    },
    agent: () => ({ mode: "program-call" }),
    waits: [["refund 1"], ["refund 2"]],
  },
  "combined mode": {
    script: {
      Do: [
        [
          call("a", "refund", { id: 1 }),
          program("b", "(def b (tool/refund {:id 2}))"),
          call("c", "child", { id: 3 }),
        ],
        [program("d", "(println (+ b (tool/refund {:id 4})))")],
        "Done.",
      ],
      Work: work,
    },
    agent: withChild({ mode: "combined" }),
    waits: [["refund 1", "refund 3"], ["refund 2"], ["refund 4"]],
  },
  llmQuery: {
    script: {
      Do: [
        '(return (pmap (fn [i] [(tool/llm-query {:prompt (str "Ask " i)}) (tool/refund {:id i})]) [1 2]))',
      ],
      "Ask 1": ["one"],
      "Ask 2": ["two"],
    },
    agent: (desk, { llmQuery }) => ({ tools: { ...desk, "llm-query": llmQuery() } }),
    waits: [["refund 1", "refund 2"]],
  },
  llmTool: {
    script: {
      Do: [
        "(return [(tool/refund {:id 1}) (tool/word {:id 2}) (tool/word {:id 2}) (tool/refund {:id 3})])",
      ],
      "A word for 2": ["two"],
    },
    agent: (desk, { llmTool }) => ({
      tools: {
        ...desk,
        word: llmTool({
          prompt: "A word for {{id}}",
          signature: "(id :int) -> :string",
          cache: true,
        }),
      },
    }),
    waits: [["refund 1"], ["refund 3"]],
  },
  "retries of a tool": {
    script: returning("(pmap (fn [i] (tool/flaky {:id i})) [1 2])"),
    waits: [["flaky 1", "flaky 2"]],
  },
  "retries of the model": {
    script: {
      Do: ["(def a (tool/refund {:id 1}))", new ModelError({ kind: "overloaded" }), "(return a)"],
    },
    agent: () => ({ llmRetry: { maxAttempts: 2, baseDelayMs: 0 } }),
    waits: [["refund 1"]],
    fails: true,
  },
  maxToolCalls: {
    script: returning(
      "(pmap (fn [i] (try (do (tool/look {:id i}) (tool/refund {:id i})) (catch Exception e (ex-message e)))) [1 2 3])",
    ),
    agent: () => ({ maxToolCalls: 4 }),
    waits: [["refund 1"]],
  },
  maxModelCalls: {
    script: {
      Do: ["(return [(tool/refund {:id 1}) (tool/child {:id 2}) (tool/child {:id 3})])"],
      Work: work,
    },
    agent: withChild({ maxModelCalls: 3 }),
    waits: [["refund 1"], ["refund 2"]],
    fails: true,
  },
  maxTurns: {
    script: { Do: ["(def a (tool/refund {:id 1}))", "(def b (tool/refund {:id 2}))"] },
    agent: () => ({ maxTurns: 2 }),
    waits: [["refund 1"], ["refund 2"]],
    fails: true,
  },
  "a cache": {
    script: {
      Do: [
        "(def a (pmap (fn [i] (tool/row {:id (mod i 2)})) [1 2 3]))",
        "(return [a (tool/row {:id 1}) (tool/row {:id 5})])",
      ],
    },
    waits: [["row 0", "row 1"], ["row 5"]],
  },
  compaction: {
    script: {
      Do: (_count, { messages }) => {
        const turns = [...JSON.stringify(messages.slice(1)).matchAll(/turn (\d+)/g)];
        const turn = Math.max(0, ...turns.map(([, number]) => Number(number))) + 1;
        return turn === 8
          ? "(return (+ n2 n5))"
          : `(def n${String(turn)} (tool/pay {:id ${String(turn)}})) (println "turn ${String(turn)}")`;
      },
    },
    agent: () => ({
      maxTurns: 10,
      compaction: { trigger: { turns: 3 }, keepRecentTurns: 1 },
    }),
    waits: [["pay 4"], ["pay 5"], ["pay 6"], ["pay 7"]],
  },
  "an answer that doesn't match its signature": {
    script: {
      Do: ['(return {:n (str (tool/refund {:id 1}) "?")})', "(return {:n (tool/refund {:id 2})})"],
    },
    agent: () => ({ signature: "() -> {n :int}" }),
    waits: [["refund 1"], ["refund 2"]],
  },
  "a program that fails": {
    script: {
      Do: [
        "(do (tool/refund {:id 1}) (nope))",
        "(do (tool/broken {:id 2}) 3)",
        "(return (tool/refund {:id 3}))",
      ],
    },
    waits: [["broken 2"], ["refund 3"]],
  },
  "arguments that don't match": {
    script: {
      Do: ['(return (tool/refund {:id "x"}))', '(return (tool/refund {:id "4"}))'],
    },
    waits: [["refund 4"]],
  },
  "chance, time and prints": {
    script: {
      Do: [
        "(println (rand-int 1000) (System/currentTimeMillis)) (def a (tool/refund {:id (rand-int 9)}))",
        "(return [(rand-int 1000) a (shuffle [1 2 3 4])])",
      ],
    },
    waits: [["refund *"]],
  },
  "a budget, prices and the plan": {
    script: {
      Do: [
        '(def a (tool/refund {:id 1})) (step-done "one" "refunded")',
        '(def b (tool/refund {:id 2})) (step-done "two" "again")',
        "(return (+ a b))",
      ],
    },
    agent: () => ({
      plan: [
        ["one", "First"],
        ["two", "Second"],
      ],
    }),
    options: () => ({
      budget: async (): Promise<"continue"> => {
        await Promise.resolve();
        return "continue";
      },
      price: ({ inputTokens }) => inputTokens * 0.5,
    }),
    waits: [["refund 1"], ["refund 2"]],
  },
};

/** Makes the agent of a kind. */
export function agentOf(kind: Kind, desk: Desk, subagent: Subagent): Agent {
  return subagent.defineAgent({
    prompt: "Do it.",
    tools: desk,
    ...(kind.agent?.(desk, subagent) as object),
  });
}
