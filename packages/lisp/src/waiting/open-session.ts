// Opens a session in a store, which continues where the last process left it.

import { DecodingError } from "@ptc/core/decoding";
import { Firewall } from "@ptc/core/firewall";
import { OptionError } from "@ptc/core/errors";
import type { FieldFirewall } from "@ptc/core/values";
import { assertKnownOptions } from "@ptc/core/internal/errors";
import type { JsonObject } from "@ptc/core/internal/host";
import {
  recordOptionNames,
  resolvedRecordOptions,
  StoredDocument,
  type ResolvedRecordOptions,
} from "@ptc/core/internal/store";
import { StoreError, type RunStore } from "@ptc/core/store";
import { checkpointOptionNames, sharedOptionNames } from "../options/option-names.ts";
import { without } from "../options/without.ts";
import type { FailedStep, LispStep } from "../step/step.ts";
import { clearMemory } from "./clear-memory.ts";
import type { Session, SessionOptions, StoreSession, StoreSessionOptions } from "./session.ts";
import {
  stateOf,
  waitingIn,
  withHistory,
  type MemoryReader,
  type SessionState,
  type WaitingSource,
} from "./stored-session.ts";

const format = { kind: "session", version: 1 } as const;

const optionNames = [
  "limits",
  "generate",
  ...sharedOptionNames,
  ...checkpointOptionNames,
  ...recordOptionNames,
];

/** @throws StoreError, OptionError */
export async function openSession(
  store: RunStore,
  id: string,
  options: StoreSessionOptions = {},
  create: (turn: number, options: SessionOptions) => Session,
  engine: { load(): Promise<MemoryReader> },
): Promise<StoreSession> {
  assertKnownOptions(options, optionNames);
  const record = resolvedRecordOptions(store, options);
  const firewall = firewallOf(options, record.isEncrypted);
  const shared = {
    ...without(
      options,
      recordOptionNames.filter((name) => name !== "clock"),
    ),
    ...(record.isEncrypted ? {} : { firewall }),
  };
  // Reports a bad option before the store is read.
  create(0, shared);
  const document = await StoredDocument.open(record, format, id);
  const fields = document.fields ?? {};
  const state = await readState(document, fields, await engine.load());
  const start = ({ memory, history, turn }: SessionState): Session =>
    create(turn, { ...shared, memory, history });
  return new OpenSession(document, record, firewall, start, state, waitingIn(fields));
}

async function readState(
  document: StoredDocument,
  fields: JsonObject,
  engine: MemoryReader,
): Promise<SessionState> {
  try {
    return await stateOf(fields, engine);
  } catch (error) {
    if (!(error instanceof DecodingError || error instanceof OptionError)) throw error;
    throw document.error(
      "damaged",
      `its definitions can't be read (${error.message}): delete it, or use another id`,
    );
  }
}

/** @throws OptionError for a firewall that can't mask the session for its store */
function firewallOf({ firewall }: StoreSessionOptions, isEncrypted: boolean): Firewall {
  if (firewall === undefined) return new Firewall();
  if (isWhole(firewall)) return firewall;
  // It isn't used.
  if (isEncrypted) return new Firewall();
  throw new OptionError("firewall", "expected a Firewall of @ptc/core/firewall");
}

/** Applications may have another copy of the class. */
function isWhole(firewall: FieldFirewall): firewall is Firewall {
  return "hidesNumber" in firewall && "mask" in firewall;
}

class OpenSession implements StoreSession {
  private readonly document: StoredDocument;
  private readonly options: ResolvedRecordOptions;
  private readonly firewall: Firewall;
  /** Starts a session for one program. */
  private readonly start: (state: SessionState) => Session;
  private state: SessionState;
  private waitingSource: WaitingSource | undefined;
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    document: StoredDocument,
    options: ResolvedRecordOptions,
    firewall: Firewall,
    start: (state: SessionState) => Session,
    state: SessionState,
    waiting: WaitingSource | undefined,
  ) {
    this.document = document;
    this.options = options;
    this.firewall = firewall;
    this.start = start;
    this.state = state;
    this.waitingSource = waiting;
  }

  get memory(): StoreSession["memory"] {
    return this.state.memory;
  }

  get history(): StoreSession["history"] {
    return this.state.history;
  }

  get waiting(): WaitingSource | undefined {
    return this.waitingSource;
  }

  readonly run: StoreSession["run"] = (source, options) =>
    this.next(source, (session) => session.run(source, options));

  readonly resume: StoreSession["resume"] = (source, checkpoint, options) =>
    this.next(source, (session) => session.resume(source, checkpoint, options));

  /** Starts a program after the one before, because it continues from its state. */
  private async next<Return>(
    source: string,
    start: (session: Session) => Promise<LispStep<Return>>,
  ): Promise<LispStep<Return>> {
    const step = this.last.then(async () => {
      await this.document.take();
      const session = this.start(this.state);
      const ended = await start(session);
      return await this.stored(ended, source, session);
    });
    this.last = step.catch(() => undefined);
    return await step;
  }

  private async stored<Return>(
    step: LispStep<Return>,
    source: string,
    { memory, history }: Session,
  ): Promise<LispStep<Return>> {
    const waiting = this.waitingAfter(step, source);
    const next = { memory, history, turn: this.state.turn + 1 };
    // A failure changes nothing.
    if (!step.ok && waiting === this.waitingSource) return step;
    try {
      const warnings = await this.write(next, waiting);
      this.state = next;
      this.waitingSource = waiting;
      return warnings.length === 0
        ? step
        : { ...step, warnings: [...(step.warnings ?? []), ...warnings] };
    } catch (error) {
      if (!(error instanceof StoreError) || error.problem !== "too_large") throw error;
      return this.tooLarge(step);
    }
  }

  /** A program that waited continues, or another one succeeded: then its memory has changed. */
  private waitingAfter(step: LispStep, source: string): WaitingSource | undefined {
    const { waitingSource } = this;
    if (step.ok) return undefined;
    if (step.status === undefined)
      return source === waitingSource?.source ? undefined : waitingSource;
    const { checkpoint, pending } = step;
    return { source, checkpoint, pending };
  }

  /** Returns warnings about definitions that can't be stored. */
  private async write(
    next: SessionState,
    waiting: WaitingSource | undefined,
  ): Promise<readonly string[]> {
    const memory = withHistory(next);
    const { json, omitted } = this.options.isEncrypted
      ? { json: memory.toJSON(), omitted: [] }
      : clearMemory(memory, this.firewall);
    await this.document.write(waiting === undefined ? "open" : "waiting", {
      turn: next.turn,
      memory: json,
      ...(waiting === undefined ? {} : { waiting }),
    });
    return omitted
      .filter((name) => !name.startsWith(":"))
      .map((name) => `${name} was not stored, because it has firewalled values`);
  }

  /** The session stays as it was, so that the next program can define less. */
  private tooLarge(step: LispStep): FailedStep {
    const { maximumBytes: value } = this.options;
    const { prints, toolCalls, usage, journal, parallelCalls, warnings } = step;
    return {
      ok: false,
      fail: {
        reason: "memory_exceeded",
        message: `the definitions and the last results of the session take more than ${String(value)} bytes as JSON`,
        details: {
          kind: "memory_exceeded",
          hint: "define and return less, or set names that aren't needed any more to nil",
          limit: { option: "maximumBytes", value, unit: "bytes" },
        },
      },
      memory: this.state.memory,
      prints,
      toolCalls,
      usage,
      summaries: {},
      ...(journal === undefined ? {} : { journal }),
      ...(parallelCalls === undefined ? {} : { parallelCalls }),
      ...(warnings === undefined ? {} : { warnings }),
    };
  }
}
