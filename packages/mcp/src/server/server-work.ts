// Does what the tools of the server promise, for any connection: programs and agents in sessions,
// and decisions about calls that wait.

import {
  inputRequired,
  type CallToolResult,
  type InputRequests,
  type InputRequiredResult,
} from "@modelcontextprotocol/server";
import type { TraceEvent } from "@ptc/core/contracts";
import { randomHexId } from "@ptc/core/internal/contracts";
import { presentFields } from "@ptc/core/internal/host";
import { base64Of } from "@ptc/core/internal/secret";
import { CheckpointError, type Decisions } from "@ptc/lisp";
import { ProgramRunner } from "@ptc/subagent/internal/programs";
import { resumeAgent, runAgent } from "./agent-work.ts";
import { answerResult } from "./answers.ts";
import { decisionsIn, formsFor } from "./elicited.ts";
import { KnownTools } from "./known-tools.ts";
import type { ResolvedServerOptions } from "./options.ts";
import {
  resumeProgram,
  runProgram,
  waitingOutcome,
  type GivenProgram,
  type Outcome,
} from "./program-work.ts";
import { Refusal } from "./refusal.ts";
import type { SessionState, WaitingWork } from "./session-state.ts";
import { LiveSessions } from "./session-table.ts";
import { Sessions, type FoundWork, type SessionWork } from "./sessions.ts";
import { StoredSessions } from "./stored-sessions.ts";
import { Turns } from "./turns.ts";

export type ToolResult = CallToolResult | InputRequiredResult;

/** The request of a client. */
export interface ClientRequest {
  readonly client: string;
  readonly signal: AbortSignal;
  /** True if the client can ask its user. */
  readonly showsForms: boolean;
  readonly onEvent: ((event: TraceEvent) => void) | undefined;
}

export class ServerWork {
  readonly options: ResolvedServerOptions;
  readonly sessions: Sessions;
  private readonly running: Turns;
  private readonly knownTools: KnownTools;
  /** True if checkpoints may have firewalled values. */
  private readonly encrypts: boolean;
  /** The programs' tools of the last request. */
  private last: { readonly tools: object; readonly runner: ProgramRunner } | undefined = undefined;

  constructor(options: ResolvedServerOptions) {
    const { given, limits, clock } = options;
    this.options = options;
    const { store, encryption } = given;
    const table =
      store === undefined
        ? new LiveSessions(() => clock.now(), limits.sessionTtlMs)
        : new StoredSessions({ store, encryption, clock, limits });
    this.sessions = new Sessions(table, limits, () => `auto-${this.newId()}`, options.onError);
    this.knownTools = new KnownTools(limits.sessions);
    this.running = new Turns(
      limits.running,
      limits.queued,
      "the server runs as many programs as it can: try again later",
    );
    // Checkpoints that never leave this process, and encrypted ones, may have firewalled values.
    this.encrypts = store === undefined || encryption !== undefined;
  }

  /** Returns what runs programs with the current tools. */
  async runner(): Promise<ProgramRunner> {
    const tools = await this.options.tools();
    if (this.last?.tools === tools) return this.last.runner;
    const { given, limits, clock, random } = this.options;
    const { programLimits, libraries, firewall, policy, llm, llmRegistry, price, onEvent, trace } =
      given;
    const runner = new ProgramRunner({
      tools,
      memoryLimitBytes: limits.sessionBytes,
      clock,
      random,
      ...presentFields({
        limits: programLimits,
        libraries,
        firewall,
        policy,
        llm,
        llmRegistry,
        price,
        onEvent,
        trace,
      }),
    });
    this.last = { tools, runner };
    return runner;
  }

  /** Runs a program in a session, or in one of its own. */
  async evaluate(
    program: GivenProgram,
    session: string | undefined,
    request: ClientRequest,
  ): Promise<ToolResult> {
    const runner = await this.runner();
    return await this.settled(session, request, (state) => {
      assertNotWaiting(state, session);
      return runProgram(program, state, this.newId(), { ...this.shared(request), runner });
    });
  }

  async runAgent(
    name: string,
    context: Readonly<Record<string, unknown>>,
    request: ClientRequest,
  ): Promise<ToolResult> {
    return await this.settled(undefined, request, (state) =>
      runAgent(name, context, state, this.agentRequest(request)),
    );
  }

  /** Continues the work that asked the user, with the results of the forms. */
  async continue(
    id: string,
    responses: Readonly<Record<string, unknown>> | undefined,
    request: ClientRequest,
  ): Promise<ToolResult> {
    const found = await this.waitingWork(id, request.client);
    const { session, waiting } = found;
    const decisions = decisionsIn(waiting, responses);
    if (Object.keys(decisions).length > 0) return await this.decide(found, decisions, request);
    // The user closed the forms.
    return answerResult(waitingOutcome(waiting, session, undefined).answer);
  }

  /** Continues work that waits, with decisions. */
  async decide(
    { session, waiting: { id } }: FoundWork,
    decisions: Decisions,
    request: ClientRequest,
  ): Promise<ToolResult> {
    const runner = await this.runner();
    return await this.settled(session, request, async (state, save) => {
      const { waiting } = state;
      if (waiting?.id !== id) throw unknownCall();
      if (waiting.isDecided === true) throw alreadyDecided(session);
      // Another process may decide as well, or this one end, and calls must not be made twice.
      await save({ ...state, waiting: { ...waiting, isDecided: true } });
      try {
        return isProgram(waiting)
          ? await resumeProgram(waiting, decisions, state, { ...this.shared(request), runner })
          : await resumeAgent(
              waiting as AgentWaiting,
              decisions,
              state,
              this.agentRequest(request),
            );
      } catch (error) {
        if (isBeforeCalls(error)) await save(state);
        if (!(error instanceof CheckpointError)) throw error;
        throw new Refusal(
          error.problem === "changed" ? "changed" : "invalid_arguments",
          `${error.message}; the calls still wait (session_reset with ` +
            `${JSON.stringify(session)} drops them)`,
        );
      }
    });
  }

  /** Finds the work with this id. @throws Refusal */
  async waitingWork(id: string, client: string): Promise<FoundWork> {
    const found = (await this.sessions.waiting(client)).find(({ waiting }) => waiting.id === id);
    if (found === undefined) throw unknownCall();
    return found;
  }

  private async settled(
    session: string | undefined,
    request: ClientRequest,
    work: SessionWork<Outcome>,
  ): Promise<ToolResult> {
    const { client, signal, showsForms } = request;
    let asks: { readonly id: string; readonly forms: InputRequests } | undefined;
    const { answer } = await this.sessions.use(client, session, signal, async (state, save) => {
      const left = await this.running.run(signal, () => work(state, save));
      const waiting = left.state?.waiting;
      if (left.state === undefined || waiting === undefined || !showsForms) return left;
      const forms = formsFor(waiting);
      if (forms === undefined) return left;
      asks = { id: waiting.id, forms };
      const asked = [...waiting.asked, ...Object.keys(forms)];
      return { ...left, state: { ...left.state, waiting: { ...waiting, asked } } };
    });
    // The work can't be continued if it isn't kept.
    if (asks === undefined || answer.status !== "approval_required") return answerResult(answer);
    return inputRequired({ inputRequests: asks.forms, requestState: asks.id });
  }

  private shared({ client, signal, onEvent }: ClientRequest) {
    const { limits } = this.options;
    const secret = this.encrypts ? randomSecret() : undefined;
    return { signal, onEvent, limits, secret, knownTools: this.knownTools.of(client) };
  }

  private agentRequest(request: ClientRequest) {
    const { agents, given } = this.options;
    return { ...this.shared(request), agents, policy: given.policy };
  }

  private newId(): string {
    return randomHexId(this.options.random, 12);
  }
}

type ProgramWaiting = WaitingWork & { readonly work: { readonly kind: "program" } };
type AgentWaiting = WaitingWork & { readonly work: { readonly kind: "agent" } };

function isProgram(waiting: WaitingWork): waiting is ProgramWaiting {
  return waiting.work.kind === "program";
}

function assertNotWaiting({ waiting }: SessionState, session: string | undefined): void {
  if (waiting === undefined) return;
  throw new Refusal(
    "session_waits",
    `a program of the session ${JSON.stringify(session)} waits for decisions about ` +
      `${waiting.pending.map(({ id }) => id).join(", ")}: call decide, use another session, or drop ` +
      "the program with session_reset",
  );
}

function alreadyDecided(session: string): Refusal {
  return new Refusal(
    "unknown_call",
    "these calls were decided before: their program still runs, or the server ended meanwhile, so " +
      `they may have been made (session_reset with ${JSON.stringify(session)} drops the program)`,
  );
}

/** True for errors of work that didn't continue, so that it can be decided again. */
function isBeforeCalls(error: unknown): boolean {
  if (error instanceof Refusal) return error.reason !== "limit_exceeded";
  return error instanceof CheckpointError;
}

function unknownCall(): Refusal {
  return new Refusal(
    "unknown_call",
    "no call with this id waits: it was decided, dropped or is too old; list_pending lists those " +
      "that wait",
  );
}

function randomSecret(): string {
  return base64Of(crypto.getRandomValues(new Uint8Array(32)));
}
