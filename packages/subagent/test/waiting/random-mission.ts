// Random missions whose results don't depend on the order in which calls are answered: no limit,
// cache or task is shared by branches. So each equals the run of the same seed that never waits.

import { ModelError } from "@ptc/llm";
import {
  asTool,
  defineAgent,
  llmQuery,
  llmTool,
  suspend,
  tool,
  type Agent,
  type Decision,
  type MissionOptions,
} from "../../src/index.ts";
import { refusal } from "@ptc/lisp/internal/waiting";
import { randomStream } from "@ptc/core/internal/random";
import { call, program } from "../native-calls.ts";
import { modelOf, stillClock, type Answer, type Notes, type Script } from "./desk.ts";

export interface RandomMission {
  readonly agent: Agent;
  readonly options: MissionOptions & { readonly context: Readonly<Record<string, unknown>> };
}

/** The decision about a call, which depends on its id alone. */
export function decisionOf(id: string, tool: string, args: Args, seed: string): Decision {
  const drawn = hash(`decision ${id.slice(idLength)} ${seed}`) % 10;
  if (tool === "ask") return drawn < 7 ? { type: "answer", result: resultOf(args) } : denial;
  if (tool !== "refund" || drawn < 5) return { type: "approve" };
  if (drawn < 7) return denial;
  return drawn < 9
    ? { type: "approve", arguments: edited(args) }
    : { type: "answer", result: resultOf(args) };
}

interface Args {
  readonly id?: unknown;
}

const denial = { type: "deny", message: "no" } as const;

/** The length of the id of a run, which calls have in their ids. */
const idLength = 32;

const resultOf = ({ id }: Args): number => Number(id) * 7;
const edited = (args: Args) => ({ ...args, id: Number(args.id) + 500_000 });

function hash(text: string): number {
  let sum = 7;
  for (let index = 0; index < text.length; index++)
    sum = (Math.imul(sum, 31) + text.charCodeAt(index)) >>> 0;
  return (Math.imul(sum ^ (sum >>> 15), 0x2c1b3c6d) >>> 4) >>> 0;
}

/**
 * Returns the mission of a seed. With `waits`, about half of its calls wait. Without, its tools act
 * as the decisions make them act.
 */
export function randomMission(
  seed: string,
  { waits, notes, pass }: { readonly waits: boolean; readonly notes: Notes; readonly pass: number },
): RandomMission {
  const shape = new Shape(randomStream(0, `shape ${seed}`));
  const { script, mode } = shape.mission();
  const desk = deskOf(seed, waits, notes, randomStream(0, `waits ${seed} ${String(pass)}`));
  const { guarded, ...tools } = desk;
  const child = childOf("child", "Work on {{id}}.", tools);
  return {
    agent: defineAgent({
      prompt: "Lead.",
      mode,
      maxTurns: 5,
      maxToolCalls: 1_000,
      maxModelCalls: 1_000,
      turnBudget: 1_000,
      llmRetry: { maxAttempts: 2, baseDelayMs: 0 },
      limits: { timeoutMs: 1_000_000 },
      ...(shape.concurrency === 0 ? {} : { concurrency: shape.concurrency }),
      tools: {
        ...tools,
        child,
        guarded,
        lead: childOf("lead", "Direct {{id}}.", { ...tools, child }),
        "llm-query": llmQuery(),
        word: llmTool({ prompt: "A word for {{id}}", signature: "(id :int) -> :string" }),
      },
    }),
    options: {
      llm: modelOf(script, notes),
      clock: stillClock,
      random: () => 0.25,
      collectMessages: true,
      context: { ids: [3, 4], _key: "k-4711" },
      journal: {},
    },
  };
}

function childOf(name: string, prompt: string, tools: Parameters<typeof defineAgent>[0]["tools"]) {
  return asTool(
    defineAgent({
      name,
      prompt,
      description: "Works.",
      signature: "(id :int) -> :any",
      tools: tools ?? {},
      limits: { timeoutMs: 1_000_000 },
    }),
    { expose: "both" },
  );
}

function deskOf(seed: string, waits: boolean, { made }: Notes, random: () => number) {
  const holds = (callId: string): boolean =>
    hash(`held ${callId.slice(idLength)} ${seed}`) % 2 === 0;
  /** Without waits, the tool acts as the decision about its call. */
  const isActed = (callId: string): boolean => !waits && holds(callId);
  const wait = async (): Promise<void> => {
    const count = Math.floor(random() * 4);
    for (let index = 0; index < count; index++)
      await (random() < 0.5 ? Promise.resolve() : new Promise((done) => setImmediate(done)));
  };
  const needsApproval = (_: unknown, { callId }: { readonly callId: string }) =>
    waits && holds(callId);
  const needsLater = async (args: unknown, context: { readonly callId: string }) => {
    await wait();
    return needsApproval(args, context);
  };
  const note = (name: string, id: number, callId: string): void => {
    made.push(`${name} ${String(id)} ${callId.slice(idLength)}`);
  };
  const failed = new Set<string>();
  const signature = "(id :int) -> :int";
  return {
    look: tool({
      signature,
      description: "Looks.",
      expose: "both",
      execute: async ({ id }, { callId }) => {
        note("look", id, callId);
        await wait();
        return id;
      },
    }),
    refund: tool({
      signature: "(id :int, token :string?) -> :int",
      description: "Refunds.",
      expose: "both",
      needsApproval,
      execute: async (args, { callId }) => {
        const decision = isActed(callId) ? decisionOf(callId, "refund", args, seed) : undefined;
        if (decision?.type === "deny") throw refusal(denial, true);
        if (decision?.type === "answer") return resultOf(args);
        const { id, token = "" } =
          decision?.arguments === undefined ? args : { ...args, ...edited(args) };
        note("refund", id, `${callId} ${String(token)}`);
        await wait();
        return id * 100;
      },
    }),
    pay: tool({
      signature,
      description: "Pays.",
      expose: "both",
      needsApproval: needsLater,
      execute: ({ id }, { callId }) => {
        note("pay", id, callId);
        return id * 10;
      },
    }),
    row: tool({
      signature,
      description: "Returns a row.",
      expose: "both",
      cache: true,
      needsApproval,
      execute: async ({ id }, { callId }) => {
        note("row", id, callId);
        await wait();
        return id * 2;
      },
    }),
    who: tool({
      signature: "(id :int) -> {name :string, _token :string}",
      description: "Returns a user.",
      execute: async ({ id }, { callId }) => {
        note("who", id, callId);
        await wait();
        return { name: `user ${String(id)}`, _token: `t-4711-${String(id)}` };
      },
    }),
    flaky: tool({
      signature,
      description: "Fails at first.",
      retries: 1,
      needsApproval,
      execute: async ({ id }, { callId }) => {
        note("flaky", id, callId);
        await wait();
        if (failed.has(callId)) return id;
        failed.add(callId);
        throw new Error("busy");
      },
    }),
    broken: tool({
      signature,
      description: "Always fails.",
      needsApproval: needsLater,
      execute: ({ id }, { callId }) => {
        note("broken", id, callId);
        throw new Error(`no account ${String(id)}`);
      },
    }),
    ask: tool({
      signature,
      description: "Asks.",
      expose: "both",
      suspends: true,
      execute: async (args, { callId }) => {
        note("ask", args.id, callId);
        await wait();
        const decision = decisionOf(callId, "ask", args, seed);
        if (waits) throw suspend({ reason: "asks", data: { id: args.id } });
        if (decision.type === "deny") throw refusal(denial, false);
        return resultOf(args);
      },
    }),
    guarded: asTool(
      defineAgent({
        name: "guarded",
        prompt: "Guard {{id}}.",
        description: "Works.",
        signature: "(id :int) -> :any",
        tools: {},
      }),
      { needsApproval },
    ),
  };
}

/** Where an expression is: the id that its calls add to theirs, and what it may use. */
interface Scope {
  /** An expression of the number that makes ids of this place different from others. */
  readonly base: string;
  readonly depth: number;
  readonly isLead: boolean;
  readonly hasChild: boolean;
  /** False in code that runs in parallel with itself. */
  readonly isOnce: boolean;
  /** True outside of parallel branches: messages list tasks in the order of their ends. */
  readonly isAlone: boolean;
}

class Shape {
  private readonly random: () => number;
  private count = 0;
  readonly concurrency: number;
  private readonly withTasks: boolean;

  constructor(random: () => number) {
    this.random = random;
    this.concurrency = Math.floor(random() * 4);
    // Prompts of child missions list the tasks of their parents, in the order of their ends.
    this.withTasks = random() < 0.3;
  }

  mission(): {
    readonly script: Script;
    readonly mode: "program" | "text" | "combined" | "program-call";
  } {
    const inside = { base: "data/id", isLead: false, isOnce: false, isAlone: false };
    const script = {
      Work: [`(return ${this.expression({ ...inside, depth: 1, hasChild: false })})`],
      Direct: [
        `(def a ${this.expression({ ...inside, depth: 1, hasChild: true })})`,
        `(return [a ${this.expression({ ...inside, depth: 1, hasChild: true })}])`,
      ],
      Guard: ["(return (* 3 data/id))"],
      "A word for": ["word"],
      Ask: ["answer"],
    };
    const kind = this.random();
    const lead = {
      base: "0",
      depth: 1 + this.pick(3),
      isLead: true,
      hasChild: true,
      isOnce: true,
      isAlone: true,
    };
    const turns = 1 + this.pick(this.pick(4));
    if (kind < 0.15)
      return { mode: "text", script: { ...script, Lead: this.natively(turns, () => []) } };
    if (kind < 0.3)
      return {
        mode: "combined",
        script: {
          ...script,
          Lead: this.natively(turns, (turn) => [
            program(`p${String(turn)}`, `(def p${String(turn)} ${this.expression(lead)})`),
          ]),
        },
      };
    const programs = this.programs(turns, lead);
    if (kind < 0.45)
      return {
        mode: "program-call",
        script: {
          ...script,
          Lead: programs.map((text, turn) => [program(`p${String(turn)}`, text)]),
        },
      };
    const answers: Answer[] = [...programs];
    if (kind > 0.98) answers.splice(1, 0, new ModelError({ kind: "overloaded" }));
    // If the model is asked again, because a program failed, it gives up.
    return {
      mode: "program",
      script: { ...script, Lead: [...answers, '(return "gave up")', '(return "gave up")'] },
    };
  }

  private natively(
    turns: number,
    more: (turn: number) => readonly ReturnType<typeof program>[],
  ): readonly Answer[] {
    const names = ["look", "refund", "pay", "row", "ask", "child", "refund"];
    const answers = Array.from({ length: turns }, (_, turn) => {
      const calls = Array.from({ length: 1 + this.pick(4) }, (_none, index) =>
        call(`c${String(turn)}.${String(index)}`, names[this.pick(names.length)] ?? "look", {
          id: this.next(),
        }),
      );
      const others = more(turn);
      const at = this.pick(calls.length + 1);
      return [...calls.slice(0, at), ...others, ...calls.slice(at)];
    });
    return [...answers, "Done."];
  }

  /** Programs of turns that share values, closures and lazy sequences. */
  private programs(turns: number, scope: Scope): readonly string[] {
    const named = (turn: number): string => {
      const number = String(turn);
      const from = String(this.next());
      return `(def a${number} ${this.expression(scope)})
        (defn f${number} [i] ${this.expression({ ...scope, base: "i", depth: 1, isOnce: false })})
        (def s${number} (map (fn [i] (tool/refund {:id i})) (iterate inc ${from}000)))
        ${this.random() < 0.5 ? `(println (take 1 s${number}))` : ""}`;
    };
    const used = Array.from({ length: turns - 1 }, (_, turn) => {
      const number = String(turn);
      return `a${number} (f${number} ${String(this.next())}) (take 2 s${number})`;
    });
    return [
      ...Array.from({ length: turns - 1 }, (_, turn) =>
        turn > 0 ? `${named(turn)} (println (take 1 s0) (f0 ${String(this.next())}))` : named(turn),
      ),
      `(return [${this.expression(scope)} ${used.join(" ")}])`,
    ];
  }

  private next(): number {
    this.count += 1;
    return this.count;
  }

  private pick(count: number): number {
    return Math.floor(this.random() * count);
  }

  private oneOf<Each>(list: readonly Each[]): Each {
    const chosen = list[this.pick(list.length)];
    if (chosen === undefined) throw new Error("the list is empty");
    return chosen;
  }

  private id({ base }: Scope): string {
    return base === "0" ? String(this.next()) : `(+ ${base} ${String(this.next())})`;
  }

  private call(name: string, scope: Scope): string {
    return `(tool/${name} {:id ${this.id(scope)}})`;
  }

  private leaf(scope: Scope): string {
    const kinds: (() => string)[] = [
      () => this.call("refund", scope),
      () => this.call("refund", scope),
      () => this.call("pay", scope),
      () => this.call("look", scope),
      () => this.call("flaky", scope),
      () => this.call("ask", scope),
      () => `(try ${this.call("broken", scope)} (catch Exception e (ex-message e)))`,
      () =>
        `(let [id ${this.id(scope)}] (tool/refund {:id id :token (:_token (tool/who {:id id}))}))`,
      () => "(rand-int 1000)",
      () => "(System/currentTimeMillis)",
      () => `(do (Thread/sleep 5) ${this.call("look", scope)})`,
      () => `(println ${this.call("pay", scope)})`,
      () => `(try (tool/refund {:id "x"}) (catch Exception e 0))`,
      ...(scope.isOnce ? [() => this.cached()] : []),
      ...(scope.isAlone && this.withTasks
        ? [() => `(task (str "t_" ${this.id(scope)}) ${this.call("refund", scope)})`]
        : []),
      ...(scope.hasChild && !this.withTasks ? [() => this.call("child", scope)] : []),
      ...(scope.isLead && !this.withTasks
        ? [() => this.call("lead", scope), () => this.call("guarded", scope)]
        : []),
      ...(scope.isLead
        ? [
            () => this.call("word", scope),
            () => `(tool/llm-query {:prompt (str "Ask " ${this.id(scope)})})`,
            () => "(tool/refund {:id (first data/ids) :token data/_key})",
          ]
        : []),
    ];
    return this.oneOf(kinds)();
  }

  private cached(): string {
    const id = String(this.next());
    return `[(tool/row {:id ${id}}) (tool/row {:id ${id}})]`;
  }

  /** Returns an expression whose calls may wait. */
  expression(scope: Scope): string {
    if (scope.depth === 0 || this.random() < 0.15) return this.leaf(scope);
    const inner = { ...scope, depth: scope.depth - 1 };
    // The code of a function that runs several times; each time has its own ids.
    const body = (more = {}): string =>
      this.expression({ ...inner, base: "i", isOnce: false, ...more });
    const apart = { ...inner, isAlone: false };
    const items = (): string => {
      const each = Array.from({ length: 2 + this.pick(2) }, () => `${String(this.next())}000`);
      return scope.base === "0"
        ? `[${each.join(" ")}]`
        : `(mapv (fn [n] (+ n ${scope.base})) [${each.join(" ")}])`;
    };
    const number = (text: string): string => `(let [v ${text}] (if (number? v) v 0))`;
    const forms: (() => string)[] = [
      () => `[${this.expression(inner)} ${this.expression(inner)}]`,
      () => `(pcalls (fn [] ${this.expression(apart)}) (fn [] ${this.expression(apart)}))`,
      () =>
        `(pcalls (fn [] ${this.expression(apart)}) (fn [] ${this.expression(apart)}) (fn [] ${this.leaf(apart)}))`,
      () => `(pmap (fn [i] ${body({ isAlone: false })}) ${items()})`,
      () => `(mapv (fn [i] ${body()}) ${items()})`,
      () => `(doall (take 2 (map (fn [i] ${body()}) (iterate inc ${String(this.next())}000))))`,
      () => `(reduce (fn [sum i] (conj sum ${body()})) [] ${items()})`,
      () => `(let [seen (atom [])] (doseq [i ${items()}] (swap! seen conj ${body()})) @seen)`,
      () => `(let [a (atom 0)] (swap! a (fn [n] (+ n ${number(this.expression(inner))}))) @a)`,
      () => `(sort-by (fn [i] ${number(body())}) ${items()})`,
      () => `(sort (fn [a b] (let [i (+ a b)] (compare ${number(body())} b))) ${items()})`,
      () => `(into [] (comp (map (fn [i] ${body()})) (take 2)) ${items()})`,
      () => `(transduce (map (fn [i] ${number(body())})) + 0 ${items()})`,
      () => `(filterv (fn [i] (odd? ${number(body())})) ${items()})`,
      () => `(some (fn [i] (= 1 ${body()})) ${items()})`,
      () => `(group-by (fn [i] ${number(body())}) ${items()})`,
      () =>
        `(try ${this.expression(inner)} (catch Exception e [(ex-message e) ${this.leaf(inner)}]))`,
      () => `(try ${this.expression(inner)} (finally ${this.leaf(inner)}))`,
      () =>
        `(try (throw (ex-info "e" {:v ${this.leaf(inner)}})) (catch Exception e (:v (ex-data e))) (finally ${this.leaf(inner)}))`,
      () => `(if (= 0 ${this.leaf(inner)}) 1 ${this.expression(inner)})`,
      () => `(let [f (fn [i] ${body()})] [(f ${String(this.next())}) (f ${this.id(scope)})])`,
      () => `(loop [i 0 seen []] (if (< i 2) (recur (inc i) (conj seen ${body()})) seen))`,
      () => `(str ${this.leaf(inner)} (or nil ${this.expression(inner)}))`,
      () =>
        `(let [s (map (fn [i] ${body()}) (iterate inc ${String(this.next())}000))] [(first s) (take 2 s)])`,
    ];
    return this.oneOf(forms)();
  }
}
