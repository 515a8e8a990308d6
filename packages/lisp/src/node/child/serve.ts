// The main loop of a pool process. It loads the evaluator, reports that it is ready, and runs the
// programs it receives, one at a time. Its only connection is the pipe to the pool. When the pipe
// closes, the process ends.

import { Socket } from "node:net";
import { lazyCode } from "../../loading/lazy-code.ts";
import { FrameReader, PieceReader } from "../frames.ts";
import { readPoolMessage } from "../sent-pieces.ts";
import type { ReadyMessage } from "../messages.ts";
import { Outbox } from "./outbox.ts";
import { watchParent } from "./parent-watch.ts";
import { ProgramRunner } from "./program-runner.ts";

/** The file descriptor of the pipe from the pool. */
const pipeDescriptor = 3;

/** The longest message that the pool accepts, in bytes. */
const maximumBytes = Number(process.argv[2]);
/** The memory that this process may use, in megabytes. */
const memoryMb = Number(process.argv[3]);

/** The process's report about its compiled code. */
export type Readiness = Pick<ReadyMessage, "isCodeRejected">;

function end(): never {
  process.exit();
}

/** Serves programs. `prepared` runs before the process reports that it is ready. */
export async function serve(
  prepared: () => Promise<Readiness> = () => Promise.resolve({}),
): Promise<void> {
  const pipe = new Socket({ fd: pipeDescriptor, readable: true, writable: true });
  const outbox = new Outbox(pipe, maximumBytes);
  const runner = new ProgramRunner(outbox, memoryMb);
  // The pool is trusted, so its messages may have any length.
  const reader = new FrameReader(Infinity);
  const pieces = new PieceReader();

  pipe.on("data", (chunk) => {
    for (const frame of reader.push(chunk)) {
      const body = pieces.push(frame);
      if (body !== undefined) runner.receive(readPoolMessage(body));
    }
  });
  pipe.on("error", end);
  pipe.on("close", end);
  await lazyCode.loadLanguage();
  const readiness = await prepared();
  watchParent();
  outbox.say({ type: "ready", ...readiness });
}
