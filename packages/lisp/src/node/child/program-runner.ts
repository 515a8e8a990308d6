// Runs programs in a pool process, one at a time.

import { decodeValue, type FunctionDecoder } from "@ptc/core/decoding";
import type { Json } from "@ptc/core/encoding";
import type { Value, WorkMeter } from "@ptc/core/values";
import { HostCrossing } from "@ptc/core/internal/values";
import type { Libraries } from "../../analysis/known-libraries.ts";
import { lazyCode } from "../../loading/lazy-code.ts";
import type * as LazySequences from "../../loading/lazy-sequences.ts";
import { compilingOnce } from "../../persistence/compiled-functions.ts";
import { lazyFunctions } from "../../persistence/lazy-functions.ts";
import { Memory } from "../../persistence/memory.ts";
import type { SequenceReader } from "../../persistence/read-sequences.ts";
import { sequencesIn } from "../../persistence/sequences-in.ts";
import { sequencesName } from "../../persistence/sequences-name.ts";
import { prepareNow } from "../../run/prepare.ts";
import { wrongStep } from "../../step/wrong-program.ts";
import type { LispStep } from "../../step/step.ts";
import type { Crossing } from "../crossing.ts";
import { mostLibrarySets } from "../messages.ts";
import type {
  EncodedEntry,
  PoolMessage,
  RunRequest,
  ToolAnswerMessage,
  WrittenStep,
} from "../messages.ts";
import { longestSaying } from "../saying.ts";
import { revived } from "./revived.ts";
import { RemoteTools } from "./remote-tools.ts";
import { OversizedMessage } from "./oversized-message.ts";
import type { Outbox, MessagePart } from "./outbox.ts";
import type { WaitingProgram } from "./waiting-program.ts";
import { oversizedStep, writeStep } from "./write-step.ts";

interface CurrentRun {
  readonly run: number;
  readonly tools: RemoteTools;
  /** Set if the run can wait. */
  waiting: WaitingProgram | undefined;
  readonly abort: AbortController;
  readonly startedAt: number;
}

type Fields = Readonly<Record<string, unknown>>;

export class ProgramRunner {
  private readonly outbox: Outbox;
  private readonly memoryMb: number;
  /** Contexts that were sent once, by number. */
  private readonly contexts = new Map<number, Fields>();
  /** Libraries that were sent once, by their keys. */
  private readonly libraries = new Map<string, Promise<Libraries>>();
  private current: CurrentRun | undefined;

  constructor(outbox: Outbox, memoryMb: number) {
    this.outbox = outbox;
    this.memoryMb = memoryMb;
  }

  receive(message: PoolMessage): void {
    switch (message.type) {
      case "context":
        this.contexts.set(message.id, fields(message.context));
        break;
      case "forget":
        this.contexts.delete(message.id);
        break;
      case "libraries":
        if (this.libraries.size >= mostLibrarySets) this.libraries.clear();
        this.libraries.set(message.key, checked(message.sources));
        break;
      case "run":
        void this.run(message);
        break;
      case "abort":
        if (this.current?.run === message.run) this.current.abort.abort();
        break;
      case "tool-answer":
        if (this.current?.run !== message.run) break;
        this.current.tools.settle(message.call, answerOf(message));
        this.current.waiting?.answered();
        break;
      case "pause-over":
        if (this.current?.run === message.run) this.current.waiting?.endPause(message.pause);
        break;
      case "ping":
        this.outbox.say({ type: "pong" });
    }
  }

  /**
   * Runs one program. An error thrown here is a bug in the evaluator; it ends the process, and the
   * pool reports that.
   */
  private async run(request: RunRequest): Promise<void> {
    const { run, limits, chargeToolTime, runId, readings } = request;
    this.outbox.begin(longestSaying(limits, this.memoryMb));
    const current: CurrentRun = {
      run,
      tools: new RemoteTools(run, this.outbox),
      waiting: undefined,
      abort: new AbortController(),
      startedAt: performance.now(),
    };
    this.current = current;
    // Messages for this run may arrive while code loads.
    const { loaded } = lazyCode.storedSequences;
    const needsSequences = loaded === undefined && request.memory.entries.has(sequencesName);
    const { memory, history } = givenTo(
      request,
      needsSequences ? await lazyCode.storedSequences.load() : loaded,
    );
    if (readings !== undefined) {
      const { WaitingProgram } = await import("./waiting-program.ts");
      const { outbox } = this;
      current.waiting = new WaitingProgram({
        ...{ run, runId, readings, outbox },
        abort: () => {
          current.abort.abort();
        },
      });
      current.tools.beforeCall = current.waiting.flush.bind(current.waiting);
    }
    const step = await this.evaluate(request, memory, history, current);
    current.waiting?.end();
    this.current = undefined;
    this.outbox.say({ type: "ended", run });
    this.sayStep(
      run,
      writeStep(step, {
        memory,
        limits,
        msLeft: () =>
          limits.timeoutMs -
          (performance.now() - current.startedAt) +
          (chargeToolTime ? 0 : current.tools.waitedMs),
        chargeToolTime,
        callOf: (address) => current.tools.callOf(address),
        part: (json) => this.outbox.part(json),
      }),
    );
  }

  private sayStep(run: number, step: WrittenStep<MessagePart>): void {
    try {
      this.outbox.say({ type: "step", run, step });
    } catch (error) {
      if (!(error instanceof OversizedMessage)) throw error;
      this.outbox.say({ type: "step", run, step: oversizedStep(step, error.maximumBytes) });
    }
  }

  private async evaluate(
    request: RunRequest,
    memory: Memory,
    history: readonly Value[],
    { run, tools, abort, waiting }: CurrentRun,
  ): Promise<LispStep> {
    const {
      source,
      limits,
      collections,
      showsLastValue,
      chargeToolTime,
      runId,
      seed,
      turn,
      journal,
      budget,
      hideFirewalled,
      strictData,
      generate,
    } = request;
    const context =
      typeof request.context === "number"
        ? (this.contexts.get(request.context) ?? {})
        : fields(request.context);
    const libraries = await this.libraries.get(request.libraries ?? "");
    this.outbox.say({ type: "begun", run });
    waiting?.activity.enter();
    const prepared = await prepareNow(source, {
      tools: tools.callable(request.tools),
      limits,
      memoryNames: memory.names(),
      context,
      generate,
      ...(libraries === undefined ? {} : { libraries }),
    });
    if (!prepared.ok) return wrongStep(prepared.errors, memory);
    const running = prepared.program.run(
      {
        context,
        memory,
        history,
        collections,
        lastValue: showsLastValue ?? "return",
        chargeToolTime,
        runId,
        turn,
        hideFirewalled,
        strictData,
        // The pool can kill this process, which has nothing else to do.
        yieldMs: Infinity,
        random: () => seed,
        signal: abort.signal,
        ...(journal === undefined ? {} : { journal: fields(journal) }),
        ...(budget === undefined ? {} : { budget: fields(budget) }),
        ...(waiting === undefined
          ? {}
          : {
              clock: waiting.clock(),
              firewall: waiting.firewall,
              activity: waiting.activity,
            }),
      },
      (id, json) => {
        // The journal passes on encoded results, so this is JSON.
        this.outbox.say({
          type: "task",
          run,
          id,
          recorded: json !== undefined,
          ...(json === undefined ? {} : { result: this.outbox.part(json as Json) }),
        });
      },
    );
    // From here on, the run counts itself.
    waiting?.activity.leave();
    waiting?.look();
    return await running;
  }
}

async function checked(sources: Readonly<Record<string, string>>): Promise<Libraries> {
  const [{ checkedLibraries }, evaluator, { LibraryError }] = await Promise.all([
    import("../../entry/libraries.ts"),
    import("../../entry/engine.ts"),
    import("../../libraries/library-error.ts"),
  ]);
  return await checkedLibraries(sources, evaluator, LibraryError);
}

function answerOf(message: ToolAnswerMessage): Parameters<RemoteTools["settle"]>[1] {
  if (!("error" in message)) return { result: revived(message.result, decodeText) };
  const { error, data } = message;
  return data === undefined ? { error } : { error, data: revived(data, decodeText) };
}

interface Given {
  readonly memory: Memory;
  readonly history: readonly Value[];
}

/**
 * Returns the memory and the history that a program is given. `sequences` is the code for a memory
 * with lazy sequences.
 */
function givenTo(
  { memory: { entries, mayAwait }, history: last }: RunRequest,
  sequences: typeof LazySequences | undefined,
): Given {
  const table = entries.get(sequencesName);
  const reader =
    table === undefined || sequences === undefined
      ? undefined
      : new sequences.SequenceReader(jsonOf(table));
  const functions = functionsOf(mayAwait, reader);
  const crossing = new HostCrossing();
  const values = new Map<string, Value>();
  for (const [name, entry] of entries)
    if (name !== sequencesName) values.set(name, decoded(entry, functions, crossing));
  const ofHistory = functionsOf(true, reader);
  const history = last.map((entry) => decoded(entry, ofHistory));
  const stored = reader?.read(
    functions,
    unmetered,
    history.map((value) => sequencesIn(value)),
  );
  return { memory: Memory.ofValues(values, mayAwait, stored), history };
}

/**
 * Returns a decoder for functions. Functions that reach no effect are compiled synchronously, as
 * they were originally.
 */
function functionsOf(mayAwait: boolean, reader?: SequenceReader): FunctionDecoder {
  return lazyFunctions(compilingOnce(mayAwait, lazyCode), reader?.decoderWith.bind(reader));
}

function decoded(
  entry: EncodedEntry,
  functions: FunctionDecoder,
  crossing = new HostCrossing(),
): Value {
  if ("host" in entry) return crossing.fromHost(revived(entry.host, decodeText));
  return decodeValue(jsonOf(entry), { functions, meter: unmetered });
}

function jsonOf(entry: EncodedEntry): unknown {
  if ("json" in entry) return entry.json;
  return "text" in entry ? JSON.parse(textOf(entry.text)) : undefined;
}

function textOf(text: Uint8Array | Crossing): string {
  // A long text is sent in pieces.
  const pieces = text instanceof Uint8Array ? [text] : (text.data as readonly Uint8Array[]);
  return Buffer.concat(pieces).toString("utf8");
}

/** Doesn't limit work, because the pool limits what it sends. */
const unmetered: WorkMeter = { spend: () => undefined };

function decodeText(text: string): Value {
  return decodeValue(JSON.parse(text), { meter: unmetered });
}

/** Returns an object of fields. The pool has checked that it is one. */
function fields(crossing: Crossing): Fields {
  return revived(crossing, decodeText) as Fields;
}
