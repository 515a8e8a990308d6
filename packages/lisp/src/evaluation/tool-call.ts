// The one door to the world. A tool call gets its address, is counted, recorded and traced, and its result crosses as
// data. A tool that answers at once is answered at once; otherwise the call yields a promise.

import { effectAddressText, isThenable, type EffectAddress, type OpenSpan } from "@ptc/core/contracts";
import { HostCrossing, hostFieldName, type MapValue, type Value } from "@ptc/core/values";
import { endedError, LimitError, ToolError } from "./errors.ts";
import { handOver } from "./hand-over.ts";
import { assertStackRoom } from "./stack-room.ts";
import { thrownMessage } from "./thrown-message.ts";
import { untilAborted } from "./until-aborted.ts";
import type { Branch } from "./branch.ts";
import type { Result } from "./result.ts";

/** Calls `name` (which the analyser has found in the table) with `args`. */
export function callTool(branch: Branch, name: string, args: MapValue<Value>): Result {
  const { evaluation } = branch;
  const tool = evaluation.tools.get(name);
  if (tool === undefined) throw new ToolError(name, "there is no such tool");
  if (evaluation.isCancelled) throw evaluation.cancellation;
  if (branch.isCleaningUp) throw endedError(`tool/${name}`);
  assertStackRoom(branch);
  branch.countToolCall();
  const call = new ToolCall(branch, name, args);
  // The program's clock stands still while the tool works, in its synchronous part too.
  evaluation.pauseClock();
  let answer: unknown;
  try {
    answer = tool.execute(call.args, call.context());
    if (isThenable(answer)) return call.wait(answer);
  } catch (error) {
    evaluation.resumeClock();
    const failed = call.fail(error);
    evaluation.checkToolTime();
    throw failed;
  }
  evaluation.resumeClock();
  const value = call.succeed(answer);
  evaluation.checkToolTime();
  return value;
}

class ToolCall {
  readonly args: Record<string, unknown>;
  private readonly branch: Branch;
  private readonly name: string;
  private readonly address: EffectAddress;
  private readonly timestamp: number;
  private readonly startedAt: number;
  private readonly span: OpenSpan<"tool-call">;
  private readonly place: number;

  constructor(branch: Branch, name: string, args: MapValue<Value>) {
    const { evaluation } = branch;
    this.branch = branch;
    this.name = name;
    this.args = handOver(branch, args, { fieldName: hostFieldName }) as Record<string, unknown>;
    this.address = { run: evaluation.runId, turn: evaluation.turn, path: branch.path, ordinal: branch.nextOrdinal++ };
    this.timestamp = evaluation.clock.now();
    this.startedAt = evaluation.clock.monotonic();
    this.span = evaluation.trace.start("tool-call", () => ({ name, args: this.args, address: effectAddressText(this.address) }));
    // Reserved now, so that records stand in program order whenever the answer comes.
    this.place = branch.toolCalls.push({ name, args: this.args, timestamp: this.timestamp, durationMs: 0, address: this.address }) - 1;
  }

  context(): { signal: AbortSignal; address: EffectAddress; callId: string } {
    return { signal: this.branch.evaluation.signal, address: this.address, callId: effectAddressText(this.address) };
  }

  succeed(answer: unknown): Value {
    const value = this.crossed(answer);
    this.branch.toolCalls[this.place] = { name: this.name, args: this.args, result: answer, timestamp: this.timestamp, durationMs: this.durationMs, address: this.address };
    this.span.end({ name: this.name, ok: true, result: answer });
    return value;
  }

  /** An answer that cannot cross is a failure of the tool; one too large to copy is a limit of the run. */
  private crossed(answer: unknown): Value {
    try {
      return new HostCrossing(this.branch.evaluation.crossing).fromHost(answer);
    } catch (error) {
      const failed = this.fail(error);
      throw error instanceof LimitError ? error : failed;
    }
  }

  fail(error: unknown): ToolError {
    const message = thrownMessage(error, "the tool failed");
    this.branch.toolCalls[this.place] = { name: this.name, args: this.args, error: message, timestamp: this.timestamp, durationMs: this.durationMs, address: this.address };
    this.span.end({ name: this.name, ok: false, error: message });
    return new ToolError(this.name, message);
  }

  /** Waits until the tool answers or the caller aborts. */
  async wait(answer: PromiseLike<unknown>): Promise<Value> {
    const { evaluation } = this.branch;
    const settled = await untilAborted(answer, evaluation.givenSignal);
    evaluation.resumeClock();
    if (settled.kind === "cancelled") {
      const { cancellation } = evaluation;
      this.fail(cancellation);
      throw cancellation;
    }
    if (settled.kind === "failed") {
      const failed = this.fail(settled.error);
      evaluation.checkToolTime();
      throw failed;
    }
    const value = this.succeed(settled.value);
    evaluation.checkToolTime();
    return value;
  }

  private get durationMs(): number {
    return Math.max(0, this.branch.evaluation.clock.monotonic() - this.startedAt);
  }
}
