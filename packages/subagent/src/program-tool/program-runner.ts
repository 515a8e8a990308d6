// Runs programs for a host that keeps their state itself, such as an MCP server with sessions. Each
// call gets memory and context, and its result has everything that the host stores or shows.

import type { Fail, StandardSchema, Tool, ToolCallRecord, TraceEvent } from "@ptc/core/contracts";
import type { Firewall, HiddenParts } from "@ptc/core/firewall";
import type { LispStep, Memory, PendingCall, SuccessfulStep } from "@ptc/lisp";
import { findTool, namedTools } from "@ptc/lisp/internal";
import type { Agent } from "../agent/agent.ts";
import type { AgentTool } from "../agent/agent-tool.ts";
import { MemoryGuard } from "../bounds/memory-guard.ts";
import { rootScope } from "../bounds/mission-scope.ts";
import { hiddenInReturn, noteDefinitions, noteReturn } from "../firewall/hidden-values.ts";
import { missionFirewall } from "../loop/mission-firewall.ts";
import { missionOptions } from "../loop/mission-options.ts";
import { ToolCache } from "../loop/tool-cache.ts";
import { ofPrograms } from "../mode-traits/exposure.ts";
import { callText } from "../prompt/call-text.ts";
import type { MissionCheckpoint } from "../step/mission-checkpoint.ts";
import type { ProgramCall, ResumedProgramCall } from "./program-answer.ts";
import { failedStep } from "./program-conversation.ts";
import { runProgramPass } from "./program-pass.ts";
import {
  resolvedOptions,
  type ProgramToolOptions,
  type ResolvedProgramToolOptions,
} from "./program-tool-options.ts";

/** A result of an earlier program that this one reads as `data/…`. */
export interface StoredResult {
  readonly value: unknown;
  /** The positions of firewalled texts in it. */
  readonly firewalled?: HiddenParts | undefined;
}

/** A program and what it reads. Pass equal inputs to continue it. */
export interface RunnerInputs {
  readonly source: string;
  readonly memory: Memory;
  readonly context: Readonly<Record<string, unknown>>;
  readonly results: ReadonlyMap<string, StoredResult>;
  readonly returns?: StandardSchema;
  /** Encrypts the checkpoint of this program, instead of the option of the runner. */
  readonly encryptionKey?: string;
  /** Called for the events of the program, in addition to the option of the runner. */
  readonly onEvent?: (event: TraceEvent) => void;
}

interface ProgramOutcomeBase {
  /** Hides the firewalled values of the program in texts for a model. */
  readonly firewall: Firewall;
  readonly prints: readonly string[];
  readonly warnings: readonly string[];
  readonly toolCalls: readonly ToolCallRecord[];
}

/** The outcome of a program. */
export type ProgramOutcome = ProgramOutcomeBase &
  (
    | {
        readonly status: "ok";
        readonly step: SuccessfulStep;
        readonly firewalled: HiddenParts | undefined;
        /** The definitions that differ from those before. */
        readonly changed: readonly string[];
      }
    | { readonly status: "failed"; readonly fail: Fail }
    | {
        readonly status: "waiting";
        readonly pending: readonly PendingCall[];
        readonly checkpoint: MissionCheckpoint;
      }
  );

/** Runs programs with the same tools. */
export class ProgramRunner {
  readonly agent: Agent;
  private readonly given: ResolvedProgramToolOptions;
  private documents: ReadonlyMap<string, Tool> | undefined = undefined;

  /** @throws OptionError naming the option or the tool */
  constructor(options: ProgramToolOptions) {
    const given = resolvedOptions(options);
    this.agent = ofPrograms(given.agent);
    this.given = { ...given, agent: this.agent };
  }

  /**
   * Runs the program, or continues it from `checkpoint`.
   * @throws CheckpointError for a checkpoint or a decision that doesn't fit
   */
  async run(
    inputs: RunnerInputs,
    call: ProgramCall & ResumedProgramCall,
    checkpoint?: MissionCheckpoint,
  ): Promise<ProgramOutcome> {
    const { agent, given } = this;
    const { source, memory, context, results, returns, encryptionKey, onEvent } = inputs;
    const firewall = missionFirewall(agent, missionOptions({ ...given.host, memory }), rootScope);
    for (const { value, firewalled } of results.values())
      noteReturn(firewall, {
        ok: true,
        return: value,
        ...(firewalled === undefined ? {} : { firewalled }),
      });
    const { pass, ended } = await runProgramPass(
      {
        ...given,
        agent: { ...agent, tools: reachableTools(agent, source, memory) },
        ...(encryptionKey === undefined ? {} : { keys: { ...given.keys, encryptionKey } }),
        ...(onEvent === undefined ? {} : { host: withEvents(given.host, onEvent) }),
      },
      {
        source,
        firewall,
        memory,
        history: [],
        toolCache: new ToolCache(),
        context: {
          ...Object.fromEntries(Array.from(results, ([name, { value }]) => [name, value])),
          ...context,
        },
        ...(returns === undefined ? {} : { returns }),
      },
      call,
      checkpoint,
    );
    if (ended.status === "waiting") {
      const { pending, checkpoint: state } = ended;
      const { step, warnings } = pass.resultBefore(pending);
      const shared = sharedParts(step, firewall, [...(ended.warnings ?? []), ...warnings]);
      return { status: "waiting", ...shared, pending, checkpoint: state };
    }
    const { step: ran, warnings } = pass.result;
    const step: LispStep = ended.ok ? ran : failedStep(ran, ended.fail);
    const shared = sharedParts(step, firewall, [...(ended.warnings ?? []), ...warnings]);
    if (!step.ok) return { status: "failed", ...shared, fail: step.fail };
    const isSame = step.memory === memory;
    const fail = isSame ? undefined : new MemoryGuard(agent.memoryLimitBytes).check(step.memory);
    if (fail !== undefined) return { status: "failed", ...shared, fail };
    noteDefinitions(firewall, step.memory);
    return {
      status: "ok",
      ...shared,
      step,
      firewalled: hiddenInReturn(firewall, step.return),
      changed: [...step.memory.names()].filter(
        (name) => memory.get(name) !== step.memory.get(name),
      ),
    };
  }

  /** The tools with their documents, as programs look them up. */
  get tools(): ReadonlyMap<string, Tool> {
    return (this.documents ??= new Map(
      Array.from(this.agent.tools, ([name, { description, contract }]) => [
        name,
        {
          ...(description === undefined ? {} : { description }),
          callForm: callText(name, contract),
          // Nothing calls it: only the texts are read.
          execute: () => undefined,
        },
      ]),
    ));
  }
}

/** Fewer tools take little time to prepare. */
const manyTools = 50;

/** Forms that show or load what calls tools which the source doesn't name. */
const showsTools = /(?<![\w*+!?<>=-])(?:dir|doc|apropos|ns|require|tool\/search)(?![\w*+!?<>=-])/;

/**
 * Returns the tools that the program can call or ask about, because a server may have thousands and
 * each run prepares its tools.
 */
function reachableTools(
  { tools, libraries }: Agent,
  source: string,
  memory: Memory,
): Agent["tools"] {
  // Functions in the memory may call any tool.
  if (tools.size <= manyTools || memory.mayAwait || showsTools.test(source)) return tools;
  const found = new Map<string, AgentTool>();
  const functions = libraries?.all.flatMap((library) => library.functions) ?? [];
  const ofLibraries = functions.flatMap((each) => each.tools);
  for (const named of new Set([...namedTools(source), ...ofLibraries])) {
    const name = findTool(tools, named);
    const tool = name === undefined ? undefined : tools.get(name);
    if (name !== undefined && tool !== undefined) found.set(name, tool);
  }
  return found;
}

function sharedParts(
  { prints, toolCalls, warnings = [] }: LispStep,
  firewall: Firewall,
  others: readonly string[],
): ProgramOutcomeBase {
  return { firewall, prints, toolCalls, warnings: [...new Set([...warnings, ...others])] };
}

function withEvents(
  host: ResolvedProgramToolOptions["host"],
  onEvent: (event: TraceEvent) => void,
): ResolvedProgramToolOptions["host"] {
  const { onEvent: own } = host;
  if (own === undefined) return { ...host, onEvent };
  return {
    ...host,
    onEvent: (event) => {
      own(event);
      onEvent(event);
    },
  };
}
