// Records a run: one line for each effect, with its location. A line is written before the program
// or the model receives its values. So an interrupted run can be replayed up to that point.
//
//   run ──▶ RecordedEffects ──▶ the real effects, or those of a run that can wait
//                 └──▶ RecordingWriter ──▶ lines

import { realEffects, type Effects } from "../bounds/effects.ts";
import type {
  PassObserver,
  RecordingObserver,
  RunObserver,
  StartedRun,
} from "../loop/run-observer.ts";
import type { MissionStep } from "../step/step.ts";
import { decisionEffect } from "./decision-lines.ts";
import { RecordedEffects } from "./recorder-effects.ts";
import {
  checkedOptions,
  type CheckedOptions,
  type RunRecorderOptions,
} from "./recorder-options.ts";
import { RecordedRun } from "./recorder-run.ts";
import { BranchTurns, turnsOf } from "./recorder-turns.ts";

/** The run option `record`. */
export interface RunRecorder extends RecordingObserver {
  /** The reason why the recording is incomplete. No lines are written after an error. */
  readonly error: Error | undefined;
}

/**
 * Returns the recorder for one run and its child missions:
 * `run(agent, { record: createRunRecorder({ write }) })`. Firewalled fields and texts that look
 * like credentials are omitted.
 * @throws OptionError
 */
export function createRunRecorder(options: RunRecorderOptions): RunRecorder {
  return new Recorder(checkedOptions(options));
}

class Recorder implements RunRecorder {
  readonly effects: Effects;
  private readonly run: RecordedRun;
  private readonly turns = new BranchTurns();
  private readonly own: RecordedEffects;

  constructor(options: CheckedOptions) {
    this.run = new RecordedRun(options);
    this.effects = this.own = new RecordedEffects(this.run, this.turns, realEffects);
  }

  get error(): Error | undefined {
    return this.run.writer.error;
  }

  begin(run: StartedRun): void {
    this.run.begin(run);
    this.turns.start();
  }

  end(step: MissionStep): void {
    this.own.later.release();
    this.run.end(step);
  }

  around(inner: RunObserver): PassObserver {
    const { run } = this;
    const effects = new RecordedEffects(run, turnsOf(inner.effects), inner.effects);
    return {
      effects,
      begin: (started) => {
        run.begin(started);
        inner.begin(started);
      },
      end: (step) => {
        inner.end(step);
        effects.later.release();
        run.end(step);
      },
      received: (line) => {
        const effect = decisionEffect(line, run);
        if (effect !== undefined) run.writer.effect(effect);
      },
      close: () => {
        run.writer.close();
      },
    };
  }
}
