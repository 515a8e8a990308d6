// Replaces the effects of a replayed run: models, tools, the clock and the journal store respond as
// recorded. Sends no model requests and calls no tools.

import type { Clock } from "@ptc/core/contracts";
import { onAbort } from "@ptc/core/internal/contracts";
import { Firewall } from "@ptc/core/firewall";
import type { JournalStore } from "@ptc/lisp";
import { ModelError, type LanguageModel, type ModelRequest, type ModelResponse } from "@ptc/llm";
import { programToolName } from "../answer/program-tool.ts";
import type { AskBudget } from "../bounds/budget-callback.ts";
import type { Effects } from "../bounds/effects.ts";
import { answeringFromRecording } from "../model/from-recording.ts";
import type { StartedRun, RunObserver } from "../loop/run-observer.ts";
import { CoveredCalls } from "./covered-calls.ts";
import { HiddenJson } from "./hidden-json.ts";
import { locationWithin } from "./effect-location.ts";
import { Activity, LineOrder } from "@ptc/core/internal/task";
import type { EffectOf } from "./recording-lines.ts";
import type { Playback } from "./playback.ts";
import { recordedAnswer } from "./recorded-answers.ts";
import { ReplayClock } from "./replay-clock.ts";
import { ReplayedHolds } from "./replayed-holds.ts";
import { replayedTool } from "./replayed-tool.ts";

export interface ReplayEffectsOptions {
  readonly playback: Playback;
  /** Aborts the run, at the point where the recorded run was aborted. */
  readonly abort: () => void;
  /** Programs that replace recorded ones, by turn of the run. */
  readonly programs: ReadonlyMap<number, string>;
}

export class ReplayEffects implements Effects, RunObserver {
  readonly effects: Effects = this;
  /** Needed for the digest of the step. */
  hiding = new HiddenJson(new Firewall());
  /** The values of the calls, for the digest of the step. */
  readonly calls = new CoveredCalls();
  readonly activity = new Activity();
  readonly computesAtOnce = true;
  readonly holds: ReplayedHolds;
  readonly claim: Effects["claim"];
  private readonly order = new LineOrder(this.activity);
  private runId = "";
  private readonly options: ReplayEffectsOptions;
  private readonly time: ReplayClock;
  private readonly changes = new Map<string, number>();

  constructor(options: ReplayEffectsOptions) {
    this.options = options;
    this.holds = new ReplayedHolds({
      playback: options.playback,
      locationOf: (callId) => this.locationOf(callId),
      inTurn: (line, make) => this.order.inTurn(line, make),
    });
    this.claim =
      options.playback.recording.header.inOrder === true ? (at) => this.order.claim(at) : undefined;
    this.time = new ReplayClock({
      playback: options.playback,
      locationOf: (address) => this.locationOf(address),
      activity: this.activity,
      pause: ({ line, effect }, signal) => this.paused(line, effect, signal),
    });
  }

  begin({ runId, firewall }: StartedRun): void {
    this.runId = runId;
    this.hiding = new HiddenJson(firewall);
  }

  end(): void {
    // The run is compared after it has ended.
  }

  clock(): Clock {
    return this.time;
  }

  asked(model: LanguageModel): LanguageModel {
    return model;
  }

  resolve: Effects["resolve"] = (runId) => {
    const { playback } = this.options;
    const location = this.locationOf(runId);
    const recorded = playback.next("mission", location);
    if (recorded === undefined) {
      const { message } = playback.diverged({
        at: location,
        effect: "mission",
        kind: "missing",
        message: `the recording has no mission at ${location}`,
      });
      return {
        ok: false,
        fail: { reason: "replay_diverged", message, details: { kind: "replay_diverged" } },
      };
    }
    const { model, fail } = recorded.effect;
    if (model !== undefined) return { ok: true, model: this.modelOf(model) };
    return { ok: false, fail: fail ?? { reason: "llm_required", message: "there was no model" } };
  };

  tool: Effects["tool"] = (name) =>
    replayedTool(name, {
      playback: this.options.playback,
      locationOf: (callId) => this.locationOf(callId),
      shown: (args) => this.hiding.made(args),
      inTurn: (line, answer) => this.order.inTurn(line, answer),
      calls: this.calls,
      unanswered: (by, signal, line) => this.unanswered(by, signal, line),
      decided: (call) => this.holds.uncertain(call),
    });

  journal(): JournalStore | undefined {
    const { playback } = this.options;
    if (!playback.recording.effects.some(({ effect }) => effect.type === "journal"))
      return undefined;
    return ({ id: given }) => {
      const id = this.hiding.taskId(given);
      const change = this.changes.get(id) ?? 0;
      this.changes.set(id, change + 1);
      const recorded = playback.next("journal", `${String(change)} ${id}`);
      if (recorded === undefined) return undefined;
      const { error, isLater } = recorded.effect;
      const stored = (): void => {
        if (error !== undefined) throw new Error(error);
      };
      if (isLater === true) return this.order.inTurn(recorded.line, stored);
      stored();
      return undefined;
    };
  }

  budget(): AskBudget {
    const { playback } = this.options;
    return (_usage, requestId) => {
      const recorded = playback.next("budget", this.locationOf(requestId));
      if (recorded === undefined) return "continue";
      const { isLater, continues } = recorded.effect;
      const decision = (): string => (continues === true ? "continue" : "stop");
      return isLater === true ? this.order.inTurn(recorded.line, decision) : decision();
    };
  }

  private locationOf(address: string): string {
    return this.hiding.location(locationWithin(this.runId, address));
  }

  private async paused(
    line: number,
    { unanswered }: EffectOf<"pause">,
    signal: AbortSignal,
  ): Promise<void> {
    if (unanswered === undefined) await this.order.inTurn(line, () => undefined);
    else await this.unanswered(unanswered, signal, line).catch(() => undefined);
  }

  private modelOf(
    model: Pick<LanguageModel, "provider" | "modelId" | "capabilities">,
  ): LanguageModel {
    return answeringFromRecording({
      contractVersion: 1,
      ...model,
      generate: (request) => this.generate(request, model.modelId),
    });
  }

  private async generate(request: ModelRequest, modelId: string): Promise<ModelResponse> {
    const { playback, programs } = this.options;
    const location = this.locationOf(request.requestId ?? "");
    const edited = programs.get(turnOfRun(location));
    const recorded = playback.take("model", location, "answer of a model");
    if (edited !== undefined)
      return await this.order.inTurn(recorded.line, () =>
        programAnswer(edited, modelId, recorded.effect.answer),
      );
    const { unanswered } = recorded.effect;
    if (unanswered !== undefined) {
      await this.unanswered(unanswered, request.signal, recorded.line);
      throw new ModelError({ kind: "cancelled" });
    }
    return await this.order.inTurn(recorded.line, () => recordedAnswer(recorded, playback));
  }

  /**
   * Repeats an effect that had no answer: aborts the run, or passes time until a bound ends the
   * effect.
   * @throws EndOfRun if no bound ends it
   */
  private async unanswered(
    by: "run" | "bound",
    signal: AbortSignal | undefined,
    line: number,
  ): Promise<never> {
    const { playback, abort } = this.options;
    const ended = signal ?? new AbortController().signal;
    const outcome = await new Promise((resolve) => {
      // An abort of the run ends all its effects.
      onAbort(ended, () => {
        resolve("aborted");
      });
      this.order.hold(line, async () => {
        if (by === "run" && !ended.aborted) abort();
        resolve(await this.time.passTime(ended));
      });
    });
    if (outcome === "aborted") throw new Error("the call was ended");
    throw playback.diverged({
      at: "",
      effect: "tool",
      kind: "unreadable",
      message:
        "the recorded run waited for a response until a limit ended it, but this run has no such limit",
    });
  }
}

/**
 * Returns the turn of the run for the location of its first response, `2/m0.1`; -1 for child
 * missions.
 */
function turnOfRun(location: string): number {
  const found = /^(\d+)\/m0\.\d+$/.exec(location);
  return found === null ? -1 : Number(found[1]);
}

/**
 * Returns a response with this program, in the same form as the recorded response: text or native
 * call.
 */
function programAnswer(program: string, modelId: string, recorded: unknown): ModelResponse {
  if (JSON.stringify(recorded ?? null).includes(`"${programToolName}"`))
    return {
      content: [
        {
          type: "tool-call",
          toolCallId: "edited",
          toolName: programToolName,
          input: { program },
        },
      ],
      text: "",
      finishReason: "tool_calls",
      modelId,
    };
  const text = `\`\`\`clojure\n${program}\n\`\`\``;
  return { content: [{ type: "text", text }], text, finishReason: "stop", modelId };
}
