// The error of `runOrThrow` for a failed mission, with its step.

import type { FailedMission } from "./step.ts";

/** Thrown by `runOrThrow`. The message is `reason: message` of the step's fail. */
export class MissionError extends Error {
  readonly step: FailedMission;

  constructor(step: FailedMission) {
    super(`${step.fail.reason}: ${step.fail.message}`);
    this.name = "MissionError";
    this.step = step;
  }
}
