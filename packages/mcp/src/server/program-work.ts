// Runs a program in a session, or continues one that waits, and decides what the client gets and
// what the session keeps.

import type { TraceEvent } from "@ptc/core/contracts";
import { programContract } from "@ptc/signature/internal";
import { presentFields } from "@ptc/core/internal/host";
import { fromHost } from "@ptc/core/values";
import type { Decisions } from "@ptc/lisp";
import {
  jsonPreview,
  shownPrints,
  ToolResults,
  type ProgramOutcome,
  type ProgramRunner,
} from "@ptc/subagent/internal/programs";
import { shownCall, shownError, type Answer } from "./answers.ts";
import type { McpServerLimits } from "./limits.ts";
import { Refusal } from "./refusal.ts";
import { withoutWaiting, type SessionState, type WaitingWork } from "./session-state.ts";
import { shownResult } from "./shown-result.ts";
import type { Left } from "./sessions.ts";
import { withNearTools } from "./unknown-tool.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A program as the client sent it. */
export interface GivenProgram {
  readonly source: string;
  readonly context: Fields;
  readonly signature?: string | undefined;
}

export interface ProgramRequest {
  readonly runner: ProgramRunner;
  readonly limits: McpServerLimits;
  readonly signal: AbortSignal;
  readonly onEvent?: ((event: TraceEvent) => void) | undefined;
  /** The tools whose results the client has seen described. */
  readonly knownTools: Set<string>;
  /** Encrypts the checkpoint of a new program. */
  readonly secret: string | undefined;
}

/** The result of work, which may be a question to the user. */
export interface Outcome {
  readonly answer: Answer;
  readonly waiting?: WaitingWork;
}

/** Runs the program. @throws Refusal */
export async function runProgram(
  program: GivenProgram,
  state: SessionState,
  runId: string,
  request: ProgramRequest,
): Promise<Left<Outcome>> {
  const { runner, signal } = request;
  const outcome = await runner.run(inputsOf(program, state, request), { signal, runId });
  return await leftBy(outcome, program, state, { ...request, runId, asked: [] });
}

/** Continues the program of the session. @throws Refusal, CheckpointError */
export async function resumeProgram(
  waiting: WaitingWork & { readonly work: { readonly kind: "program" } },
  decisions: Decisions,
  state: SessionState,
  request: ProgramRequest,
): Promise<Left<Outcome>> {
  const { runner, signal } = request;
  const { work, checkpoint, id, asked, secret } = waiting;
  const continued = { ...request, secret };
  const inputs = inputsOf(work, state, continued);
  const outcome = await runner.run(inputs, { signal, decisions }, checkpoint);
  const before = withoutWaiting(state);
  return await leftBy(outcome, work, before, { ...continued, runId: id, asked });
}

function inputsOf(
  { source, context, signature }: GivenProgram,
  { memory, results }: SessionState,
  { onEvent, secret }: ProgramRequest,
) {
  const given = presentFields({ onEvent, encryptionKey: secret });
  const shared = { source, memory, results, ...given };
  if (signature === undefined) return { ...shared, context };
  const contract = programContract(signature);
  if (!contract.ok) throw new Refusal("invalid_arguments", `signature: ${contract.message}`);
  const checked = contract.checkedContext(context);
  if (!checked.ok)
    throw new Refusal(
      "invalid_arguments",
      `context: it doesn't match the signature: ${checked.message}`,
    );
  return { ...shared, context: checked.context, returns: contract.returns };
}

interface LeavingOptions extends ProgramRequest {
  readonly runId: string;
  readonly asked: readonly string[];
}

async function leftBy(
  outcome: ProgramOutcome,
  program: GivenProgram,
  state: SessionState,
  options: LeavingOptions,
): Promise<Left<Outcome>> {
  const { limits, runner } = options;
  const shared = sharedParts(outcome, options);
  switch (outcome.status) {
    case "failed": {
      const { fail, firewall } = outcome;
      const error = await withNearTools(shownError(fail, firewall), fail, runner);
      const made = madeCalls(outcome);
      return {
        state,
        result: (session) => ({
          answer: { status: "error", error, ...made, ...shared, ...named(session) },
        }),
      };
    }
    case "waiting":
      return waitingLeft(outcome, program, state, shared, options);
    case "ok":
      return valueLeft(outcome, state, shared, limits);
  }
}

function waitingLeft(
  { pending, checkpoint }: ProgramOutcome & { readonly status: "waiting" },
  { source, context, signature }: GivenProgram,
  state: SessionState,
  shared: Partial<Answer>,
  { limits, runId, asked, secret }: LeavingOptions,
): Left<Outcome> {
  if (pending.length > limits.pendingCalls)
    throw new Refusal(
      "limit_exceeded",
      `${String(pending.length)} calls of the program wait for decisions, and the server keeps ` +
        `${String(limits.pendingCalls)}: none was made, so make fewer calls in one program`,
    );
  const waiting: WaitingWork = {
    id: runId,
    work: { kind: "program", source, context, ...(signature === undefined ? {} : { signature }) },
    pending,
    checkpoint,
    asked,
    secret,
  };
  return {
    state: { ...state, waiting },
    result: (session, unkept) => waitingOutcome(waiting, session, unkept, shared),
  };
}

/** Returns the answer about calls that wait, or an error if their program can't be kept. */
export function waitingOutcome(
  waiting: WaitingWork,
  session: string | undefined,
  unkept: string | undefined,
  shared: Partial<Answer> = {},
): Outcome {
  if (unkept !== undefined)
    return {
      answer: {
        status: "error",
        error: {
          reason: "limit_exceeded",
          message: `calls need approval, and the program can't be kept until then: ${unkept}`,
        },
        ...shared,
      },
    };
  return {
    waiting,
    answer: {
      status: "approval_required",
      pending: waiting.pending.map(shownCall),
      ...shared,
      ...named(session),
      next:
        "These calls have not been made. Ask the user, then call decide with their ids; it returns " +
        "the result of the program. Don't run the program again.",
    },
  };
}

function valueLeft(
  { step, firewall, changed, firewalled }: ProgramOutcome & { readonly status: "ok" },
  state: SessionState,
  shared: Partial<Answer>,
  limits: McpServerLimits,
): Left<Outcome> {
  const stored = step.unreturnable === undefined ? { value: step.return, firewalled } : undefined;
  const next = { ...state, memory: step.memory };
  const shown = shownResult({ value: step.value, stored }, firewall, next, limits);
  const definitions = changed.filter((name) => !firewall.hides(name));
  return {
    state: shown.state,
    result: (session, unkept) => ({
      answer: {
        status: "ok",
        ...shown.parts(unkept === undefined ? session : undefined),
        ...shared,
        ...definedIn(session, definitions, unkept, shared),
      },
    }),
  };
}

const mostMade = 20;
const shownArguments = { characters: 400, elements: 20 };

/** Lists the approved calls of a program that failed, so that a model doesn't make them again. */
function madeCalls({ toolCalls, firewall }: ProgramOutcome): Partial<Answer> {
  const made = toolCalls
    .filter(({ decision, error }) => decision !== undefined && error === undefined)
    .slice(0, mostMade)
    .map(({ name, args }) => ({
      tool: name,
      arguments: jsonPreview(fromHost(args), firewall, shownArguments).json,
    }));
  return made.length === 0 ? {} : { made };
}

const mostWarnings = 5;

function sharedParts(
  { prints, warnings, toolCalls, firewall }: ProgramOutcome,
  { limits, runner, knownTools }: LeavingOptions,
): Partial<Answer> {
  const results = new ToolResults(runner.agent, firewall, knownTools).afterCalls(toolCalls);
  const bounds = { maxPrintLength: limits.printChars, printsMaxChars: limits.printChars };
  return {
    ...(prints.length === 0 ? {} : { prints: shownPrints(prints, firewall, bounds) }),
    ...(warnings.length === 0
      ? {}
      : { warnings: warnings.slice(0, mostWarnings).map((text) => firewall.mask(text)) }),
    ...(results === "" ? {} : { tool_results: results }),
  };
}

function definedIn(
  session: string | undefined,
  definitions: readonly string[],
  unkept: string | undefined,
  { warnings = [] }: Partial<Answer>,
): Partial<Answer> {
  if (unkept !== undefined)
    return { warnings: [...warnings, `the session was not kept: ${unkept}`], ...named(session) };
  if (definitions.length === 0) return named(session);
  return session === undefined
    ? { warnings: [...warnings, "definitions are kept only for later programs with a `session`"] }
    : { defined: definitions, session };
}

function named(session: string | undefined): Partial<Answer> {
  return session === undefined ? {} : { session };
}
