// The error of `runOrThrow` for a mission without an answer, with its step.

import type { FailedMission, WaitingMission } from "./step.ts";

/** Thrown by `runOrThrow`. The message is `reason: message` of the step's fail. */
export class MissionError extends Error {
  readonly step: FailedMission | WaitingMission;

  constructor(step: FailedMission | WaitingMission) {
    super(`${step.fail.reason}: ${step.fail.message}`);
    this.name = "MissionError";
    this.step = step;
  }
}
