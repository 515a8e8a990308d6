// The worker: answers each request with one reply. The page ends it if a request takes too long.

import type { FromWorker, ModelAnswer, ToWorker, WorkerReply, WorkerRequest } from "./messages.ts";
import { runMission } from "./run-mission.ts";
import { checkProgram, formatProgram, runProgram } from "./run-program.ts";

let answerQuestion: ((text: string) => void) | undefined;

addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  if (isAnswer(data)) answerQuestion?.(data.text);
  else void answer(data.id, data.request);
});

function isAnswer(message: ToWorker): message is ModelAnswer {
  return "kind" in message;
}

async function answer(id: number, request: WorkerRequest): Promise<void> {
  let reply: WorkerReply;
  try {
    reply = await replyTo(id, request);
  } catch (error) {
    reply = { kind: "failed", message: error instanceof Error ? error.message : String(error) };
  }
  post({ id, reply });
}

function replyTo(id: number, request: WorkerRequest): Promise<WorkerReply> | WorkerReply {
  switch (request.kind) {
    case "run":
      return runProgram(request.state);
    case "check":
      return checkProgram(request.state);
    case "format":
      return formatProgram(request.program);
    case "mission":
      return runMission(request.input, async (question) => {
        post({ id, question });
        return await new Promise<string>((resolve) => {
          answerQuestion = resolve;
        });
      });
  }
}

function post(message: FromWorker): void {
  postMessage(message);
}
