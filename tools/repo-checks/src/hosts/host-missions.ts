// Runs missions that wait for approvals on the host that loads this module, and resumes them from
// the checkpoints of every host. It is bundled for browsers too, so it uses no Node built-ins.

import type { LanguageModel, ModelRequest, ModelResponse } from "@ptc/llm";
import {
  approve,
  asTool,
  defineAgent,
  resume,
  run,
  toJson,
  tool,
  type Agent,
  type MissionCheckpoint,
  type MissionOptions,
  type MissionStep,
} from "@ptc/subagent";

type Part = ModelResponse["content"][number];

/** A mission: the mode of its agent and the answers of its model, by the start of the prompt. */
interface HostMission {
  readonly name: string;
  readonly mode: "program" | "combined" | "text";
  readonly answers: Readonly<Record<string, readonly (string | readonly Part[])[]>>;
}

const call = (toolCallId: string, toolName: string, input: object): Part => ({
  type: "tool-call",
  toolCallId,
  toolName,
  input,
});

const work = [
  "(def paid (pmap (fn [i] (tool/pay {:id (+ i data/id) :token (:_token (tool/user {:id i}))})) [1 2]))",
  "(return [paid (tool/pay {:id data/id})])",
];

/** Missions with children, native calls and firewalled values, before waits and after them. */
export const hostMissions: readonly HostMission[] = [
  {
    name: "children in parallel branches, and memory over turns",
    mode: "program",
    answers: {
      Lead: [
        `(def at [(System/currentTimeMillis) (rand-int 1000000) 0.1 12345678901234567890N])
         (def user (tool/user {:id 7}))
         (def rows (map (fn [i] (tool/pay {:id i})) (iterate inc 50)))
         (println "naïve ✓ 🙂" (take 1 rows))`,
        `(return [at (:name user) (task "pay_7" (tool/pay {:id 7 :token (:_token user)}))
                  (pcalls #(tool/child {:id 10}) #(tool/child {:id 20}) #(take 2 rows))
                  (tool/pay {:id 8 :token data/_key})])`,
      ],
      Work: work,
    },
  },
  {
    name: "native calls beside a program",
    mode: "combined",
    answers: {
      Lead: [
        [
          call("a", "pay", { id: 1 }),
          call("b", "lisp_eval", { program: "(def b (tool/pay {:id 2}))" }),
          call("c", "child", { id: 30 }),
          call("d", "user", { id: 4 }),
        ],
        [call("e", "lisp_eval", { program: "(println b (tool/pay {:id 5}))" })],
        "Done: é.",
      ],
      Work: work,
    },
  },
  {
    name: "native calls alone",
    mode: "text",
    answers: {
      Lead: [
        [call("a", "pay", { id: 1 }), call("b", "child", { id: 40 }), call("c", "pay", { id: 3 })],
        [call("d", "pay", { id: 4 })],
        "Done.",
      ],
      Work: work,
    },
  },
];

/** With `waits`, calls of `pay` wait for approvals. */
function agentOf({ mode }: HostMission, waits: boolean): Agent {
  const tools = {
    user: tool({
      description: "Returns a user.",
      signature: "(id :int) -> {name :string, _token :string}",
      expose: "both",
      execute: async ({ id }) => {
        await Promise.resolve();
        return { name: `user ${String(id)}`, _token: `t-471${String(id)}` };
      },
    }),
    pay: tool({
      description: "Pays.",
      signature: "(id :int, token :string?) -> :string",
      expose: "both",
      needsApproval: ({ id }) => waits && id !== 8,
      execute: ({ id, token }) => `paid ${String(id)} with ${String(String(token).length)}`,
    }),
  };
  const child = asTool(
    defineAgent({
      name: "child",
      prompt: "Work on {{id}}.",
      description: "Works.",
      signature: "(id :int) -> :any",
      tools,
    }),
    { expose: "both" },
  );
  return defineAgent({ prompt: "Lead.", mode, tools: { ...tools, child } });
}

function modelOf({ answers }: HostMission): LanguageModel {
  return {
    contractVersion: 1,
    provider: "test",
    modelId: "hosts",
    capabilities: { streaming: false, toolCalls: true, structuredOutput: "none", thinking: false },
    generate: async ({ messages }: ModelRequest) => {
      await Promise.resolve();
      const prompt = JSON.stringify(messages.find(({ role }) => role === "user")?.content);
      const [, listed = []] =
        Object.entries(answers).find(([start]) => prompt.includes(start)) ?? [];
      const answer =
        listed[messages.filter(({ role }) => role === "assistant").length] ?? "Nothing.";
      const usage = { inputTokens: 10, outputTokens: 5, totalTokens: 15 };
      if (typeof answer !== "string")
        return { content: answer, text: "", finishReason: "tool_calls", modelId: "hosts", usage };
      const text = answer.startsWith("(") ? `\`\`\`clojure\n${answer}\n\`\`\`` : answer;
      const content = [{ type: "text", text }] as const;
      return { content, text, finishReason: "stop", modelId: "hosts", usage };
    },
  };
}

function optionsOf(
  mission: HostMission,
): MissionOptions & { readonly context: Readonly<Record<string, unknown>> } {
  return {
    llm: modelOf(mission),
    clock: { now: () => 1_000, monotonic: () => 0 },
    collectMessages: true,
    context: { ids: [1, 2, 3], _key: "k-4711" },
    checkpointKey: "a secret of all hosts",
    encryptionKey: "another secret of them",
  };
}

const beginning = { random: () => 0.42, journal: {} };

/** Returns the JSON of the checkpoint of each mission. */
export async function missionCheckpoints(): Promise<readonly string[]> {
  return await eachMission(async (mission) => {
    const step = await run(agentOf(mission, true), { ...optionsOf(mission), ...beginning });
    if (step.status === "waiting") return JSON.stringify(step.checkpoint);
    return `it doesn't wait: ${comparableStep(step)}`;
  });
}

/** Returns the final step of each mission when no call waits. */
export async function missionsWithoutWaits(): Promise<readonly string[]> {
  return await eachMission(async (mission) =>
    comparableStep(await run(agentOf(mission, false), { ...optionsOf(mission), ...beginning })),
  );
}

/** Returns the final step of the mission of each checkpoint, in the order of the checkpoints. */
export async function resumedMissions(checkpoints: readonly string[]): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const [index, json] of checkpoints.entries()) {
    const mission = hostMissions[index % hostMissions.length];
    if (mission !== undefined)
      texts.push(
        await resumed(mission, json).catch((error: unknown) => `thrown: ${String(error)}`),
      );
  }
  return texts;
}

async function eachMission(
  work: (mission: HostMission) => Promise<string>,
): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const mission of hostMissions)
    texts.push(await work(mission).catch((error: unknown) => `thrown: ${String(error)}`));
  return texts;
}

/** Approves one call in each pass, the last one, so answers arrive in another order. */
async function resumed(mission: HostMission, json: string): Promise<string> {
  let checkpoint = JSON.parse(json) as MissionCheckpoint;
  for (;;) {
    const id = checkpoint.pending.at(-1)?.id ?? "";
    const step = await resume(agentOf(mission, true), checkpoint, {
      ...optionsOf(mission),
      decisions: { [id]: approve() },
    });
    if (step.status !== "waiting") return comparableStep(step);
    checkpoint = JSON.parse(JSON.stringify(step.checkpoint)) as MissionCheckpoint;
  }
}

/** Returns the step as JSON without times, and without the decisions about calls. */
function comparableStep(step: MissionStep): string {
  return JSON.stringify(
    JSON.parse(toJson(step), (name, value: unknown) =>
      uncompared.has(name) ? undefined : sorted(value),
    ),
  );
}

const uncompared: ReadonlySet<string> = new Set(["durationMs", "timestamp", "decision"]);

/** The order of fields says nothing: tasks, for example, end in another order. */
function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)),
  );
}
