// The responses of a recording, in queues: one queue per named mission, and one for all other
// requests.

import { oneLine } from "@ptc/core/internal/errors";
import { ModelError } from "../errors/model-error.ts";
import type { RecordedAnswer } from "./recording.ts";

interface AnswerQueue {
  readonly answers: RecordedAnswer[];
  requests: number;
}

export class AnswerQueues {
  private readonly ofMissions = new Map<string, AnswerQueue>();
  private readonly others: AnswerQueue = { answers: [], requests: 0 };

  constructor(answers: readonly RecordedAnswer[]) {
    for (const answer of answers) this.queueFor(answer.mission).answers.push(answer);
  }

  /** @throws ModelError `recording_exhausted` */
  next(mission: string | undefined): RecordedAnswer {
    const own = mission === undefined ? undefined : this.ofMissions.get(mission);
    const queue = own ?? this.others;
    queue.requests += 1;
    const answer = queue.answers[queue.requests - 1];
    if (answer !== undefined) return answer;
    throw recordingExhausted(
      own === undefined
        ? this.othersSpent(mission)
        : spent(own, ` for the mission ${shown(mission)}`),
    );
  }

  private othersSpent(mission: string | undefined): string {
    const { others, ofMissions } = this;
    const asking = mission === undefined ? "" : `, of the mission ${shown(mission)}`;
    if (ofMissions.size === 0) return `${spent(others)}${asking}`;
    return `${spent(others, " for missions that it does not name")}${asking}`;
  }

  private queueFor(mission: string | undefined): AnswerQueue {
    if (mission === undefined) return this.others;
    const found = this.ofMissions.get(mission);
    if (found !== undefined) return found;
    const queue: AnswerQueue = { answers: [], requests: 0 };
    this.ofMissions.set(mission, queue);
    return queue;
  }
}

/** Reports the number of responses and of requests so far. */
function spent({ answers, requests }: AnswerQueue, whose = ""): string {
  const count = answers.length === 1 ? "1 answer" : `${String(answers.length)} answers`;
  return `it has ${count}${whose}, and this is request ${String(requests)}`;
}

const shownPrompt = 60;

function shown(mission = ""): string {
  return `"${oneLine(mission, shownPrompt)}"`;
}

function recordingExhausted(had: string): ModelError {
  return new ModelError({
    kind: "recording_exhausted",
    message: `the recording is used up: ${had}; the run has changed, record it again with a model`,
  });
}
