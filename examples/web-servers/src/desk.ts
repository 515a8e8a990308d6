// The requests that all servers answer, as functions of web requests:
//
//   POST /runs {"question": "…"}              starts a run
//   GET  /runs/ID, with Last-Event-ID         its events, also after a lost connection
//   POST /runs/ID/decisions {"CALL": true}    continues a run that waits for an approval
//   POST /programs with a program             runs one program
//
// The first three answer with server-sent events. If the client accepts JSON, POST answers with the
// result, and GET with the present state. The runs are in the memory of one process; see the README
// for several processes.

import { toJson, type LispStep } from "@ptc/lisp";
import { runEvents } from "@ptc/subagent";
import {
  createEventBuffer,
  eventStreamHeaders,
  resumeEvents,
  toEventStream,
  type EventBuffer,
} from "@ptc/subagent/streams";
import { agent } from "./agent.ts";
import { cannedModel } from "./canned-model.ts";
import { decisionsIn, questionIn, Refusal, textIn } from "./requests.ts";

type Events = ReturnType<typeof resumeEvents<typeof agent>>;
type Step = Awaited<Events["step"]>;

/** Runs one program: with `run` of `@ptc/lisp`, or in a pool. */
export type ProgramRunner = (program: string, signal: AbortSignal) => Promise<LispStep>;

interface OpenRun {
  readonly question: string;
  readonly events: EventBuffer;
  /** Undefined while the run continues. */
  step: Step | undefined;
  readonly ended: Promise<void>;
}

export interface DeskOptions {
  readonly runProgram: ProgramRunner;
  /** The time without a reader after which a run is cancelled. */
  readonly abandonedMs?: number;
  /** The time without an event after which a comment is sent. */
  readonly heartbeatMs?: number;
  /** The number of runs in memory. The oldest ones are cancelled and forgotten. */
  readonly maximumRuns?: number;
  /** Returns the id of the next run, which must not be guessable. */
  readonly newId?: () => string;
}

export class Desk {
  private readonly runs = new Map<string, OpenRun>();
  private readonly options: Required<DeskOptions>;

  constructor({
    runProgram,
    abandonedMs = 30_000,
    heartbeatMs = 15_000,
    maximumRuns = 1000,
    newId = () => crypto.randomUUID(),
  }: DeskOptions) {
    this.options = { runProgram, abandonedMs, heartbeatMs, maximumRuns, newId };
  }

  start(request: Request): Promise<Response> {
    return answered(request, async () => {
      const question = await questionIn(request);
      const events = runEvents(agent, { llm: cannedModel(question), context: { question } });
      const id = this.options.newId();
      const run = this.collected(question, events);
      this.runs.set(id, run);
      const [oldest = id] = this.runs.keys();
      if (this.runs.size > this.options.maximumRuns) this.forget(oldest);
      return await this.answer(request, id, run);
    });
  }

  follow(request: Request, id: string): Promise<Response> {
    return answered(request, () => this.answer(request, id, this.find(id)));
  }

  decide(request: Request, id: string): Promise<Response> {
    return answered(request, async () => {
      const { step, question } = this.find(id);
      if (step?.status !== "waiting") throw notWaiting();
      const decisions = await decisionsIn(request, step.pending);
      // Two requests may decide at once, and only the first one continues the run.
      if (this.find(id).step !== step) throw notWaiting();
      const options = { llm: cannedModel(question), context: { question }, decisions };
      const run = this.collected(question, resumeEvents(agent, step.checkpoint, options));
      this.runs.set(id, run);
      return await this.answer(request, id, run);
    });
  }

  program(request: Request): Promise<Response> {
    return answered(request, async () => {
      const program = await textIn(request);
      const step = await this.options.runProgram(program, request.signal);
      if (step.ok) return json({ value: step.return });
      return json({ error: "fail" in step ? step.fail.message : "the program waits" }, 422);
    });
  }

  /** Answers any of the requests, for servers without routes of their own. */
  async fetch(request: Request): Promise<Response> {
    const [, first, id = "", action] = new URL(request.url).pathname.split("/");
    switch (`${request.method} ${[first, id && ":id", action].filter(Boolean).join("/")}`) {
      case "POST runs":
        return await this.start(request);
      case "GET runs/:id":
        return await this.follow(request, id);
      case "POST runs/:id/decisions":
        return await this.decide(request, id);
      case "POST programs":
        return await this.program(request);
      default:
        return json({ error: "not found" }, 404);
    }
  }

  private collected(question: string, events: Events): OpenRun {
    const { abandonedMs } = this.options;
    const buffer = createEventBuffer(events, { abandonedMs });
    const ended = events.step.then(
      (step) => {
        run.step = step;
      },
      (error: unknown) => {
        console.error(error);
      },
    );
    const run: OpenRun = { question, events: buffer, step: undefined, ended };
    return run;
  }

  private async answer(request: Request, id: string, run: OpenRun): Promise<Response> {
    const { headers, signal, method } = request;
    const location = `/runs/${id}`;
    const lastEventId = headers.get("last-event-id");
    const isJson = headers.get("accept") === "application/json";
    if (isJson && method === "GET") return stateOf(run, location);
    const { heartbeatMs } = this.options;
    const stream = toEventStream(run.events, { lastEventId, signal, heartbeatMs });
    if (!isJson) return new Response(stream, { headers: { ...eventStreamHeaders, location } });
    // Read as any client does, so that the run isn't abandoned.
    await stream.pipeTo(new WritableStream());
    await run.ended;
    return stateOf(run, location);
  }

  private find(id: string): OpenRun {
    const run = this.runs.get(id);
    if (run === undefined) throw new Refusal(404, "the run doesn't exist");
    return run;
  }

  private forget(id: string): void {
    this.runs.get(id)?.events.cancel();
    this.runs.delete(id);
  }
}

function stateOf({ step }: OpenRun, location: string): Response {
  if (step === undefined) return json({ state: "running" }, 202, { location });
  if (step.status === "waiting") return json({ pending: step.pending }, 202, { location });
  return json(step.ok ? { answer: step.return } : { error: step.fail.message }, 200, { location });
}

function notWaiting(): Refusal {
  return new Refusal(409, "the run doesn't wait for a decision");
}

/** Turns a refusal into its answer, and any other error into one without details. */
async function answered(request: Request, answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof Refusal) return json({ error: error.message }, error.status);
    // For example, the client has disconnected while it sent the body.
    if (!request.signal.aborted) console.error(error);
    return json({ error: "the request failed" }, 500);
  }
}

/** `toJson` writes all values, and `Response.json` throws at some of them. */
function json(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}) {
  return new Response(toJson(value), {
    status,
    headers: { ...headers, "content-type": "application/json" },
  });
}
