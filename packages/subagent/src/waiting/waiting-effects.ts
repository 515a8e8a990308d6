// The effects of a mission that can wait, and of its child missions. Recorded effects return what
// they returned before, in the same order. All others are real, and are recorded.

import type { Clock } from "@ptc/core/contracts";
import { isThenable } from "@ptc/core/internal/contracts";
import { shortened } from "@ptc/core/internal/printing";
import type { JournalStore } from "@ptc/lisp";
import type { LanguageModel } from "@ptc/llm";
import type { AskBudget } from "../bounds/budget-callback.ts";
import type { Effects } from "../bounds/effects.ts";
import type { RunObserver, StartedRun } from "../loop/run-observer.ts";
import { clockInPass } from "./clock-effects.ts";
import type { MissionPass } from "./mission-pass.ts";
import { modelInPass } from "./model-effects.ts";
import { toolInPass } from "./tool-effects.ts";

export class WaitingEffects implements Effects, RunObserver {
  readonly effects: Effects = this;
  readonly computesAtOnce = false;
  private readonly pass: MissionPass;
  private readonly changes = new Map<string, number>();

  constructor(pass: MissionPass) {
    this.pass = pass;
  }

  get activity() {
    return this.pass.activity;
  }

  get holds() {
    return this.pass.holds;
  }

  readonly claim: NonNullable<Effects["claim"]> = (at) => this.pass.gate.claim(at);

  begin(run: StartedRun): void {
    this.pass.begin(run);
  }

  end(): void {
    this.pass.end();
  }

  resolve(runId: string, resolve: Parameters<Effects["resolve"]>[1]) {
    const { pass } = this;
    const resolved = resolve();
    const at = pass.locationOf(runId);
    const known = pass.take("mission", at);
    if (known === undefined)
      pass.add({
        type: "mission",
        at,
        ...(resolved.ok ? { model: `${resolved.model.provider}:${resolved.model.modelId}` } : {}),
      });
    else {
      pass.receive(known.line);
      if (!resolved.ok && known.line.model !== undefined)
        pass.fail(
          "changed",
          `the mission has no model now, and had ${shortened(known.line.model, 100)}: ${resolved.fail.message}`,
        );
    }
    return resolved;
  }

  asked(model: LanguageModel): LanguageModel {
    return modelInPass(this.pass, model);
  }

  readonly tool: Effects["tool"] = (name, work, mission) =>
    toolInPass(this.pass, { name, work, ...mission });

  journal(store: JournalStore | undefined): JournalStore | undefined {
    if (store === undefined) return undefined;
    const { pass } = this;
    return (change) => {
      const number = this.changes.get(change.id) ?? 0;
      this.changes.set(change.id, number + 1);
      const at = `${String(number)} ${change.id}`;
      const known = pass.take("store", at);
      if (known !== undefined) return pass.passed(known, () => undefined);
      return pass.afterRecorded(() => {
        const stored: unknown = store(change);
        if (!isThenable(stored)) {
          pass.add({ type: "store", at });
          return stored;
        }
        return pass.answers.inTurn(undefined, stored, () => {
          pass.add({ type: "store", at, isLater: true });
        });
      });
    };
  }

  budget(ask: AskBudget | undefined): AskBudget | undefined {
    if (ask === undefined) return undefined;
    const { pass } = this;
    return (usage, requestId) => {
      const at = pass.locationOf(requestId);
      const known = pass.take("budget", at);
      const decision = (continues: boolean): string => (continues ? "continue" : "stop");
      if (known !== undefined)
        return pass.passed(known, () => decision(known.line.continues === true));
      const add = (answer: unknown, later: { readonly isLater?: true }): void => {
        pass.add({
          type: "budget",
          at,
          ...later,
          ...(answer === "stop" ? {} : { continues: true }),
        });
      };
      return pass.afterRecorded(() => {
        const answer = ask(usage, requestId);
        if (!isThenable(answer)) {
          add(answer, {});
          return answer;
        }
        return pass.answers.inTurn(undefined, answer, (settled) => {
          add(settled, { isLater: true });
        });
      });
    };
  }

  clock(): Clock {
    return clockInPass(this.pass);
  }
}
