// Wraps the effects of a run, so that each is recorded before the run receives it.

import type { Clock } from "@ptc/core/contracts";
import { isThenable } from "@ptc/core/internal/contracts";
import type { JournalStore } from "@ptc/lisp";
import type { LanguageModel, ModelRequest } from "@ptc/llm";
import type { AskBudget } from "../bounds/budget-callback.ts";
import type { Effects } from "../bounds/effects.ts";
import { madeOr, messageOf, modelFailure } from "./effect-json.ts";
import { recordedClock } from "./recorder-clock.ts";
import type { RecordedRun } from "./recorder-run.ts";
import { recordedTool } from "./recorder-tool.ts";
import { LaterLines, type RecorderTurns } from "./recorder-turns.ts";

export class RecordedEffects implements Effects {
  readonly activity: Effects["activity"];
  readonly claim: Effects["claim"];
  readonly holds: Effects["holds"];
  readonly computesAtOnce: boolean;
  readonly later: LaterLines;
  private readonly run: RecordedRun;
  private readonly turns: RecorderTurns;
  private readonly inner: Effects;
  private readonly changes = new Map<string, number>();

  constructor(run: RecordedRun, turns: RecorderTurns, inner: Effects) {
    this.run = run;
    this.turns = turns;
    this.inner = inner;
    this.later = new LaterLines(run.writer, turns);
    this.activity = turns.activity;
    this.claim = turns.claim;
    this.holds = inner.holds;
    this.computesAtOnce = inner.computesAtOnce;
  }

  resolve(runId: string, resolve: Parameters<Effects["resolve"]>[1]) {
    const resolved = this.inner.resolve(runId, resolve);
    const at = this.run.locationOf(runId);
    if (resolved.ok) {
      const { provider, modelId, capabilities } = resolved.model;
      this.run.writer.effect({
        type: "mission",
        at,
        model: { provider, modelId, capabilities },
      });
    } else {
      const { reason, message } = resolved.fail;
      this.run.writer.effect({ type: "mission", at, fail: { reason, message } });
    }
    return resolved;
  }

  asked(model: LanguageModel): LanguageModel {
    const asked = this.inner.asked(model);
    return {
      contractVersion: 1,
      provider: model.provider,
      modelId: model.modelId,
      capabilities: model.capabilities,
      generate: (request) => this.generate(asked, request),
    };
  }

  readonly tool: Effects["tool"] = (name, work, options) =>
    recordedTool(this.run, this.later, name, this.inner.tool(name, work, options));

  journal(given: JournalStore | undefined): JournalStore | undefined {
    const store = this.inner.journal(given);
    if (store === undefined) return undefined;
    return (change) => {
      const id = this.run.hiding.taskId(change.id);
      const number = this.changes.get(id) ?? 0;
      this.changes.set(id, number + 1);
      const effect = { type: "journal", id, change: number } as const;
      const later = { ...effect, isLater: true } as const;
      const failed = (error: unknown): { readonly error: string } => ({
        error: this.run.hiding.text(messageOf(error) ?? "the store failed"),
      });
      let stored: unknown;
      try {
        stored = store(change);
      } catch (error) {
        this.run.writer.effect({ ...effect, ...failed(error) });
        throw error;
      }
      return isThenable(stored)
        ? this.later.settled<unknown>(undefined, stored, {
            answered: () => later,
            failed: (error) => ({ ...later, ...failed(error) }),
          })
        : stored;
    };
  }

  budget(given: AskBudget | undefined): AskBudget | undefined {
    const ask = this.inner.budget(given);
    if (ask === undefined) return undefined;
    return (usage, requestId) => {
      const decision = ask(usage, requestId);
      const effect = { type: "budget", at: this.run.locationOf(requestId) } as const;
      if (isThenable(decision))
        return this.later.settled<unknown>(undefined, decision, {
          answered: (answered) => ({
            ...effect,
            isLater: true,
            ...(answered === "stop" ? {} : { continues: true }),
          }),
        });
      if (decision === "stop") this.run.writer.effect(effect);
      return decision;
    };
  }

  clock(clock: Clock): Clock {
    this.run.wallClock = clock;
    return recordedClock(this.run, this.turns, this.inner.clock(clock));
  }

  private generate(model: LanguageModel, request: ModelRequest) {
    const { hiding } = this.run;
    const effect = { type: "model", at: this.run.locationOf(request.requestId ?? "") } as const;
    return this.later.settled(request.signal, model.generate(request), {
      answered: (response) => ({
        ...effect,
        ...madeOr("answer", () => hiding.response(response)),
      }),
      failed: (error) => ({ ...effect, error: modelFailure(error, hiding) }),
      unanswered: () => ({ ...effect, unanswered: this.run.endedBy }),
    });
  }
}
