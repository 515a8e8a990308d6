// A Cloudflare Worker. Each run has a Durable Object, which continues it while no client is
// connected. In wrangler.jsonc, bind the class `RunObject` as `RUNS`.

import { run } from "@ptc/lisp";
import { Desk, type ProgramRunner } from "./desk.ts";
import type { Bindings, ObjectState } from "./worker-types.ts";

// The clock of a Worker stops while a program computes, so only counted limits end it.
const limits = { steps: 1_000_000, memoryBytes: 20_000_000, outputBytes: 100_000 };
const runProgram: ProgramRunner = (program, signal) => run(program, { limits, signal });
const programs = new Desk({ runProgram });

export class RunObject extends Desk {
  constructor({ id }: ObjectState, { DESK_ABANDONED_MS = "30000" }: Bindings) {
    // A Worker notices that a client has disconnected when it sends the next comment.
    const abandonedMs = Number(DESK_ABANDONED_MS);
    super({ runProgram, newId: () => id.toString(), abandonedMs, heartbeatMs: abandonedMs });
  }
}

const worker = {
  async fetch(request: Request, { RUNS }: Bindings): Promise<Response> {
    const [, first, id] = new URL(request.url).pathname.split("/");
    if (first !== "runs") return await programs.fetch(request);
    try {
      const object = RUNS.get(id ? RUNS.idFromString(id) : RUNS.newUniqueId());
      return await object.fetch(request);
    } catch {
      return new Response(null, { status: 404 });
    }
  },
};
export default worker;
