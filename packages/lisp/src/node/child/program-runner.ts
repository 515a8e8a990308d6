// Runs programs in a pool's process, one at a time, on behalf of the pool.

import type { Clock } from "@ptc/core/contracts";
import { decodeValue } from "@ptc/core/decoding";
import type { Json } from "@ptc/core/encoding";
import { HostCrossing, type Value } from "@ptc/core/values";
import { functionDecoder } from "../../persistence/function-decoder.ts";
import { effectFreeFunctionMaker, functionMaker } from "../../persistence/function-maker.ts";
import { Memory } from "../../persistence/memory.ts";
import { prepareNow } from "../../run/prepare.ts";
import { wrongStep } from "../../run/run.ts";
import type { LispStep } from "../../run/step.ts";
import type { Crossing } from "../crossing.ts";
import type { ChildMessage, PoolMessage, RunRequest, WrittenStep } from "../messages.ts";
import { revived } from "./revived.ts";
import { RemoteTools } from "./remote-tools.ts";
import { OversizedMessage } from "./oversized-message.ts";
import { oversizedStep, writeStep } from "./write-step.ts";

interface CurrentRun {
  readonly run: number;
  readonly tools: RemoteTools;
  readonly abort: AbortController;
}

type Fields = Readonly<Record<string, unknown>>;

export class ProgramRunner {
  private readonly say: (message: ChildMessage) => void;
  private readonly clock: Clock;
  /** Contexts that were sent once, by number. */
  private readonly contexts = new Map<number, Fields>();
  private current: CurrentRun | undefined;

  constructor(say: (message: ChildMessage) => void, clock: Clock) {
    this.say = say;
    this.clock = clock;
  }

  receive(message: PoolMessage): void {
    switch (message.type) {
      case "context":
        this.contexts.set(message.id, fields(message.context));
        break;
      case "forget":
        this.contexts.delete(message.id);
        break;
      case "run":
        void this.run(message);
        break;
      case "abort":
        if (this.current?.run === message.run) this.current.abort.abort();
        break;
      case "tool-answer":
        if (this.current?.run === message.run)
          this.current.tools.settle(
            message.call,
            "error" in message ? message : { result: revived(message.result, decodeText) },
          );
        break;
      case "ping":
        this.say({ type: "pong" });
    }
  }

  /**
   * Runs one program. An error that is thrown here is a mistake of the evaluator: it ends the
   * process, which the pool reports.
   */
  private async run(request: RunRequest): Promise<void> {
    const { run } = request;
    const current: CurrentRun = {
      run,
      tools: new RemoteTools(run, this.say),
      abort: new AbortController(),
    };
    this.current = current;
    const memory = memoryOf(request);
    const step = await this.evaluate(request, memory, current);
    this.current = undefined;
    this.say({ type: "ended", run });
    this.sayStep(
      run,
      writeStep(step, {
        memory,
        limits: request.limits,
        callOf: (address) => current.tools.callOf(address),
      }),
    );
  }

  private sayStep(run: number, step: WrittenStep): void {
    try {
      this.say({ type: "step", run, step });
    } catch (error) {
      if (!(error instanceof OversizedMessage)) throw error;
      this.say({ type: "step", run, step: oversizedStep(step, error.maximumBytes) });
    }
  }

  private async evaluate(
    request: RunRequest,
    memory: Memory,
    { run, tools, abort }: CurrentRun,
  ): Promise<LispStep> {
    const {
      source,
      limits,
      collections,
      chargeToolTime,
      runId,
      seed,
      turn,
      journal,
      budget,
      hideFirewalled,
    } = request;
    const context =
      typeof request.context === "number"
        ? (this.contexts.get(request.context) ?? {})
        : fields(request.context);
    const history = request.history.map(decoded);
    const prepared = await prepareNow(source, {
      tools: tools.named(request.tools),
      limits,
      memoryNames: memory.names(),
    });
    if (!prepared.ok) return wrongStep(prepared.errors, memory);
    this.say({ type: "begun", run });
    return await prepared.program.run(
      {
        context,
        memory,
        history,
        collections,
        chargeToolTime,
        runId,
        turn,
        hideFirewalled,
        clock: this.clock,
        random: () => seed,
        signal: abort.signal,
        ...(journal === undefined ? {} : { journal: fields(journal) }),
        ...(budget === undefined ? {} : { budget: fields(budget) }),
      },
      (id, json) => {
        // The journal hands on what it has encoded, so it is JSON.
        this.say({
          type: "task",
          run,
          id,
          recorded: json !== undefined,
          result: (json ?? null) as Json,
        });
      },
    );
  }
}

function memoryOf({ memory: { entries, mayAwait } }: RunRequest): Memory {
  const functions = mayAwait ? decoder : effectFreeDecoder;
  const crossing = new HostCrossing();
  const values = Array.from(entries, ([name, entry]): [string, Value] => [
    name,
    "json" in entry
      ? decodeValue(entry.json, { functions })
      : crossing.fromHost(revived(entry.host, decodeText)),
  ]);
  return Memory.ofValues(new Map(values), mayAwait);
}

const decoder = functionDecoder(functionMaker);
const effectFreeDecoder = functionDecoder(effectFreeFunctionMaker);

function decoded(json: unknown): Value {
  return decodeValue(json, { functions: decoder });
}

function decodeText(text: string): Value {
  return decoded(JSON.parse(text));
}

/** An object of fields, as the pool has checked. */
function fields(crossing: Crossing): Fields {
  return revived(crossing, decodeText) as Fields;
}
