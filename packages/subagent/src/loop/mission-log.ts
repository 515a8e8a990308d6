// What a mission has come to so far: conversation, turns, memory and sums. The loop writes it; the step is made from it.

import type { Clock, Fail, ToolCallRecord, TraceMessage } from "@ptc/core/contracts";
import type { Value } from "@ptc/core/values";
import { addUsage, contentText, type ModelMessage, type ModelResponse, type ModelUsage } from "@ptc/llm";
import type { LispStep, Memory } from "@ptc/lisp";
import type { FailedMission, MissionUsage, SuccessfulMission, Turn } from "./step.ts";

const historyLength = 3;
const listedWarnings = 50;

export class MissionLog {
  readonly traceId: string;
  memory: Memory;
  /** Values of the last successful programs, newest first. */
  history: readonly Value[] = [];
  private readonly signature: string;
  private readonly clock: Clock;
  private readonly startedAt: number;
  private readonly conversation: ModelMessage[] = [];
  private readonly turnRecords: Turn[] = [];
  private readonly warnings: string[] = [];
  private warningCount = 0;
  private requests = 0;
  private tokens: ModelUsage | undefined;
  private spent = { steps: 0, memoryBytes: 0, toolCalls: 0 };

  constructor(signature: string, memory: Memory, traceId: string, clock: Clock) {
    this.signature = signature;
    this.memory = memory;
    this.traceId = traceId;
    this.clock = clock;
    this.startedAt = clock.monotonic();
  }

  get messages(): readonly ModelMessage[] {
    return [...this.conversation];
  }

  /** The fail of the last turn; absent when it succeeded. */
  get lastFail(): Fail | undefined {
    return this.turnRecords.at(-1)?.fail;
  }

  /** Something for the developer. */
  warn(warning: string): void {
    this.warningCount += 1;
    if (this.warnings.length < listedWarnings) this.warnings.push(warning);
  }

  say(message: ModelMessage): void {
    this.conversation.push(message);
  }

  answered(response: ModelResponse): void {
    this.requests++;
    if (response.usage !== undefined) this.tokens = this.tokens === undefined ? response.usage : addUsage(this.tokens, response.usage);
    // An empty message is refused by most providers.
    this.say({ role: "assistant", content: response.text === "" ? "(no answer)" : response.text });
  }

  requestFailed(): void {
    this.requests++;
  }

  turn(turn: Turn): void {
    this.turnRecords.push(turn);
  }

  /** Records a program that ran: memory goes on only from success. */
  program(number: number, rawResponse: string, program: string, step: LispStep): void {
    this.spent.steps += step.usage.steps;
    this.spent.memoryBytes += step.usage.memoryBytes;
    this.spent.toolCalls += step.usage.toolCalls;
    const common = { number, rawResponse, program, prints: step.prints, toolCalls: step.toolCalls };
    if (!step.ok) {
      this.turn({ ...common, ok: false, fail: step.fail });
      return;
    }
    this.memory = step.memory;
    this.history = [step.value, ...this.history].slice(0, historyLength);
    this.turn({ ...common, ok: true, result: step.return });
  }

  succeed(value: unknown): SuccessfulMission {
    return { ok: true, return: value, ...this.base() };
  }

  fail(fail: Fail): FailedMission {
    return { ok: false, fail, ...this.base() };
  }

  /** The conversation as text, for traces. */
  plainMessages(): TraceMessage[] {
    return this.conversation.flatMap((message) => (message.role === "tool" ? [] : [{ role: message.role, content: contentText(message.content) }]));
  }

  private base(): Omit<SuccessfulMission, "ok" | "return"> {
    const turns = [...this.turnRecords];
    const toolCalls: ToolCallRecord[] = turns.flatMap((turn) => turn.toolCalls);
    return {
      memory: this.memory, turns, prints: turns.flatMap((turn) => turn.prints), toolCalls, usage: this.usage(),
      signature: this.signature, traceId: this.traceId, messages: this.messages, ...this.listed(),
    };
  }

  private listed(): { warnings?: readonly string[] } {
    const omitted = this.warningCount - this.warnings.length;
    if (this.warningCount === 0) return {};
    return { warnings: omitted === 0 ? [...this.warnings] : [...this.warnings, `and ${String(omitted)} more`] };
  }

  private usage(): MissionUsage {
    const tokens = this.tokens === undefined ? {} : { inputTokens: this.tokens.inputTokens, outputTokens: this.tokens.outputTokens, totalTokens: this.tokens.inputTokens + this.tokens.outputTokens };
    return { durationMs: this.clock.monotonic() - this.startedAt, ...this.spent, turns: this.turnRecords.length, llmRequests: this.requests, ...tokens };
  }
}
