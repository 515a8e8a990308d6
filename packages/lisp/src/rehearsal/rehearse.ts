// Rehearses a program: reads are made, and all other calls are held back and return placeholders. A
// second pass with other placeholders, and the reads of the first, shows what depends on them.

import type { Tool, ToolArguments, ToolContext, Tools } from "@ptc/core/contracts";
import { effectAddressText } from "@ptc/core/internal/contracts";
import { OptionError } from "@ptc/core/errors";
import { isObject } from "@ptc/core/internal/host";
import type { Json } from "@ptc/core/encoding";
import { run } from "../entry/start.ts";
import type { LispRunOptions } from "../options/run-options.ts";
import { without } from "../options/without.ts";
import { underPolicy } from "../waiting/under-policy.ts";
import type { LispStep } from "../step/step.ts";
import { encodedData } from "../waiting/call-outcomes.ts";
import { canonicalJson } from "../waiting/seal.ts";
import { placeholderOf, type Variant } from "./placeholder.ts";
import type { Plan, PlannedCall } from "./plan.ts";

/** The result of a rehearsal. */
export interface Rehearsal {
  readonly plan: Plan;
  /** The step of the program with placeholders; if it failed, the plan ends there. */
  readonly step: LispStep;
}

/** A call that a pass held back. */
interface HeldCall {
  readonly tool: string;
  readonly at: string;
  readonly effect: PlannedCall["effect"];
  readonly args: Json;
}

/**
 * Runs a program with its reads, and holds back all other calls: those of tools without
 * `effect: "read"`, and calls that need an approval. Each returns a placeholder that fits the
 * `outputSchema` of its tool. Returns the plan of the held calls, for `runPlan`. The journal and
 * the trace of the options aren't written.
 *
 * @example
 *   const { plan } = await rehearse(program, { tools, context });
 *   // A person approves plan.calls.
 *   const step = await runPlan(program, plan, { tools, context });
 *
 * @throws OptionError for a bad option
 */
export async function rehearse(source: string, options: LispRunOptions = {}): Promise<Rehearsal> {
  const seed = (options.random ?? Math.random)();
  if (!(seed >= 0 && seed < 1))
    throw new OptionError("random", "expected a function that returns a number from 0 to 1");
  const reads = new Map<string, unknown>();
  const first = new Pass(0, reads);
  const step = await first.run(source, options, seed);
  const second = new Pass(1, reads);
  if (first.held.length > 0) await second.run(source, options, seed);
  return { plan: planOf(first, second, step.ok, seed), step };
}

class Pass {
  readonly held: HeldCall[] = [];
  private readonly variant: Variant;
  /** The results of reads by address and arguments. */
  private readonly reads: Map<string, unknown>;

  constructor(variant: Variant, reads: Map<string, unknown>) {
    this.variant = variant;
    this.reads = reads;
  }

  async run(source: string, options: LispRunOptions, seed: number): Promise<LispStep> {
    const policed = options.policy === undefined ? options : underPolicy(options);
    const kept = without(policed, ["policy", "onJournal", "trace", "tools"]);
    return await run(source, {
      ...kept,
      tools: this.tools(policed.tools ?? {}),
      random: () => seed,
    });
  }

  private tools(tools: Tools): Tools {
    return Object.fromEntries(
      Object.entries(tools).map(([name, given]): [string, Tools[string]] => {
        const tool = (typeof given === "function" ? { execute: given } : given) as Tool;
        if (!isObject(tool) || typeof (tool.execute as unknown) !== "function")
          return [name, given];
        return [
          name,
          {
            ...without(tool, ["needsApproval", "suspends"]),
            execute: (args, context) => this.call(name, tool, args, context),
          },
        ];
      }),
    );
  }

  private async call(
    name: string,
    tool: Tool,
    args: ToolArguments,
    context: ToolContext,
  ): Promise<unknown> {
    const at = addressOf(context);
    const json = encodedData(args);
    if (!(await isHeld(tool, args, context))) return await this.read(tool, args, context, json);
    this.held.push({ tool: name, at, effect: tool.effect ?? "write", args: json });
    return placeholderOf(tool, at, this.variant);
  }

  /** The second pass makes no new reads, because nothing of it is real. */
  private async read(
    tool: Tool,
    args: ToolArguments,
    context: ToolContext,
    json: Json,
  ): Promise<unknown> {
    const key = `${addressOf(context)} ${canonicalJson(json)}`;
    if (this.variant === 1)
      return this.reads.has(key) ? this.reads.get(key) : placeholderOf(tool, addressOf(context), 1);
    const answer = await tool.execute(args, context);
    this.reads.set(key, answer);
    return answer;
  }
}

async function isHeld(
  { effect, needsApproval = false, suspends }: Tool,
  args: ToolArguments,
  { callId, address }: ToolContext,
): Promise<boolean> {
  if (effect !== "read" || suspends === true) return true;
  return typeof needsApproval === "boolean"
    ? needsApproval
    : await needsApproval(args, { callId, toolCallId: callId, address });
}

/** Returns the address without the id of the run. */
export function addressOf({ address }: Pick<ToolContext, "address">): string {
  const text = effectAddressText(address);
  return text.slice(text.indexOf("/") + 1);
}

function planOf(first: Pass, second: Pass, ok: boolean, seed: number): Plan {
  const others = new Map(second.held.map((call) => [call.at, call]));
  const calls = first.held.map((call, index): PlannedCall => {
    const other = others.get(call.at);
    const args = canonicalJson(call.args);
    const asksAgain =
      other === undefined || other.tool !== call.tool || canonicalJson(other.args) !== args;
    const earlier = first.held.slice(0, index).map(({ at }) => at);
    const named = earlier.filter((at) => args.includes(`placeholder:${at}:`));
    return {
      tool: call.tool,
      at: call.at,
      effect: call.effect,
      arguments: call.args,
      // A number that was computed from a result doesn't name it.
      dependsOn: !asksAgain ? [] : named.length > 0 ? named : earlier,
      asksAgain,
    };
  });
  const isSame =
    first.held.length === second.held.length &&
    first.held.every(({ at, tool }) => others.get(at)?.tool === tool);
  return { format: "ptc-plan", version: 1, calls, isComplete: ok && isSame, seed };
}
