// The options of `createMcpServer` and their checks.

import type { GetPromptResult, Prompt } from "@modelcontextprotocol/server";
import {
  systemClock,
  type Clock,
  type RandomSource,
  type Tools,
  type TracePropagation,
} from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import { assertKnownOptions } from "@ptc/core/internal/errors";
import { isObject } from "@ptc/core/internal/host";
import type { RunStore, StoreKeys } from "@ptc/core/store";
import type { Libraries, Limits, Policy } from "@ptc/lisp";
import { checkedPolicy } from "@ptc/lisp/internal/policy";
import type { AgentOptions, MissionOptions } from "@ptc/subagent";
import { isBoolean, librariesOption } from "@ptc/subagent/internal/programs";
import { serverAgents, type McpServerAgent, type McpServerAgents } from "./agent-work.ts";
import { serverLimits, type McpServerLimits } from "./limits.ts";

type AgentTools = NonNullable<AgentOptions["tools"]>;

/** The tools of programs, or a function that is called for each request. */
export type McpServerTools = Tools | AgentTools | (() => McpServerToolList);

type McpServerToolList = Tools | AgentTools | PromiseLike<Tools | AgentTools>;

/** Prompts for the users of clients. */
export interface McpServerPrompts {
  /** Returns the prompts for each request of a list. */
  readonly list: () => PromiseLike<readonly Prompt[]>;
  /** Returns the messages of a prompt, or undefined if there is no such prompt. */
  readonly get: (
    name: string,
    args: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ) => PromiseLike<GetPromptResult | undefined>;
}

/** The options of `createMcpServer`. */
export interface McpServerOptions extends Pick<
  MissionOptions,
  "llm" | "llmRegistry" | "price" | "onEvent" | "trace"
> {
  /**
   * The tools that programs can call, or a function that returns them for each request, so that
   * upstream servers start late and their tools may change. If nothing changed, return the same
   * object: its tools are then checked once.
   */
  readonly tools?: McpServerTools;
  /** Functions for programs, as `await createLibraries({ … })` returns them. Default: none. */
  readonly libraries?: Libraries;
  /** Prompts that clients list next to `ptc-lisp`, such as those of upstream servers. */
  readonly prompts?: McpServerPrompts;
  /** Agents by name, for the tool `run_agent`. Default: none, and no such tool. */
  readonly agents?: McpServerAgents;
  /**
   * Whether clients may decide about calls that wait with the tool `decide`, as the user of a
   * client without forms needs to. With false, only forms and the host decide. Default: true.
   */
  readonly clientsDecide?: boolean;
  /** Keeps sessions, and programs that wait, beyond the process. Default: in memory. */
  readonly store?: RunStore;
  /**
   * Encrypts sessions in the store. Without keys, they are stored without firewalled values, and a
   * program that read such a value before a call that waits can't continue.
   */
  readonly encryption?: StoreKeys;
  /** The limits of each program. */
  readonly programLimits?: Partial<Limits>;
  /** The limits of the server and its sessions. */
  readonly limits?: Partial<McpServerLimits>;
  readonly firewall?: AgentOptions["firewall"];
  /**
   * Which calls of tools clients' programs may make, and those of agents, whose own policies only
   * narrow it. Default: no policy.
   */
  readonly policy?: Policy;
  /** Called with unexpected errors, whose texts clients don't get. Default: they are ignored. */
  readonly onError?: (error: unknown) => void;
  /** The name that clients show. Default: `ptc`. */
  readonly name?: string;
  /** Default: `1.0.0`. */
  readonly version?: string;
  readonly clock?: Clock;
  /** Makes ids. Default: `Math.random`. */
  readonly random?: RandomSource;
}

const optionNames = [
  "tools",
  "libraries",
  "agents",
  "prompts",
  "clientsDecide",
  "store",
  "programLimits",
  "limits",
  "firewall",
  "policy",
  "onError",
  "name",
  "version",
  "clock",
  "random",
  "llm",
  "llmRegistry",
  "price",
  "onEvent",
  "trace",
  "encryption",
] as const satisfies readonly (keyof McpServerOptions)[];

export interface ResolvedServerOptions {
  readonly given: McpServerOptions;
  readonly tools: () => McpServerToolList;
  readonly agents: ReadonlyMap<string, McpServerAgent>;
  readonly clientsDecide: boolean;
  readonly limits: McpServerLimits;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly onError: (error: unknown) => void;
  /** Continues the traces of clients: of the server's sink, or of an agent's. */
  readonly propagation: TracePropagation | undefined;
}

/** @throws OptionError */
export function resolvedServerOptions(given: McpServerOptions): ResolvedServerOptions {
  assertKnownOptions(given, optionNames);
  const { tools = {}, store, clock = systemClock, random = Math.random, onError } = given;
  if (typeof tools !== "function" && !isObject(tools))
    throw new OptionError("tools", "expected tools by name, or a function that returns them");
  librariesOption("libraries", given.libraries);
  if (given.policy !== undefined) checkedPolicy(given.policy);
  if (store !== undefined && typeof (store as Partial<RunStore>).append !== "function")
    throw new OptionError("store", "expected a store of runs, such as createMemoryStore()");
  if (given.encryption !== undefined && store === undefined)
    throw new OptionError("encryption", "encrypts a store: pass `store` too");
  if (given.prompts !== undefined && !isPrompts(given.prompts))
    throw new OptionError("prompts", "expected an object with the functions `list` and `get`");
  if (onError !== undefined && typeof (onError as unknown) !== "function")
    throw new OptionError("onError", "expected a function of an error");
  const agents = serverAgents(given.agents);
  const sinks = [given.trace, ...[...agents.values()].map(({ options: run }) => run?.trace)];
  return {
    given,
    propagation: sinks.find((sink) => sink?.propagation !== undefined)?.propagation,
    tools: typeof tools === "function" ? tools : () => tools,
    agents,
    clientsDecide: isBoolean("clientsDecide", given.clientsDecide ?? true),
    limits: serverLimits(given.limits),
    clock,
    random,
    onError: onError ?? (() => undefined),
  };
}

function isPrompts(given: unknown): boolean {
  return (
    isObject(given) && typeof given["list"] === "function" && typeof given["get"] === "function"
  );
}
