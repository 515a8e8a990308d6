// The results of the tools as JSON, and their schemas. A client gets the JSON as structured content
// and as text.

import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Fail } from "@ptc/core/contracts";
import type { Firewall } from "@ptc/core/firewall";
import { oneLine } from "@ptc/core/internal/errors";
import { renderFail, type PendingCall } from "@ptc/lisp";
import type { Refusal } from "./refusal.ts";

/** A call that waits for a decision, as the model sees it. */
export interface ShownCall {
  readonly id: string;
  readonly tool: string;
  readonly arguments: unknown;
  /** The names of the agents from the called one to the one that requests the call, if any. */
  readonly agentPath?: readonly string[];
  /** `approval`, or another reason to wait. */
  readonly reason: string;
  /** The question of a tool that asks the user, with its choices and the schema of its answer. */
  readonly question?: unknown;
}

export interface ShownError {
  readonly reason: string;
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
  readonly hint?: string;
}

/** The parts that the outcome of a program or an agent can have. */
export interface Answer {
  readonly status: "ok" | "error" | "approval_required";
  readonly value?: unknown;
  /** The part of a large value that fits. */
  readonly preview?: unknown;
  /** Describes a large value in one line. */
  readonly shape?: string;
  /** The name by which later programs of the session read a large value. */
  readonly handle?: string;
  readonly session?: string;
  readonly prints?: string;
  readonly defined?: readonly string[];
  readonly warnings?: readonly string[];
  readonly error?: ShownError;
  readonly pending?: readonly ShownCall[];
  /** The approved calls that a program made before its error. */
  readonly made?: readonly { readonly tool: string; readonly arguments: unknown }[];
  /** The shapes of results of tools that don't declare them, once for each client. */
  readonly tool_results?: string;
  readonly next?: string;
}

/** Returns JSON as the result of a tool. An error is marked, so that clients show it as one. */
export function resultOf(json: object, isError = false): CallToolResult {
  return {
    content: [{ type: "text", text: JSON.stringify(json) }],
    structuredContent: { ...json },
    ...(isError ? { isError } : {}),
  };
}

export function answerResult(answer: Answer): CallToolResult {
  return resultOf(answer, answer.status === "error");
}

export function refusalResult({ reason, message }: Refusal): CallToolResult {
  return answerResult({ status: "error", error: { reason, message } });
}

const longestHint = 2_000;
const longestMessage = 8_000;

/** Returns a fail without firewalled values. The message contains the source line. */
export function shownError(fail: Fail, firewall: Firewall): ShownError {
  const { position, hint, ...details } = fail.details ?? {};
  const message = renderFail({ ...fail, details: { ...details, ...(position && { position }) } });
  return {
    reason: fail.reason,
    message: shortenedLines(firewall.mask(message)),
    ...(position === undefined ? {} : { line: position.line, column: position.column }),
    ...(hint === undefined ? {} : { hint: oneLine(firewall.mask(hint), longestHint) }),
  };
}

function shortenedLines(text: string): string {
  // eslint-disable-next-line texts/shortened-texts -- the mark follows on its own line
  return text.length > longestMessage ? `${text.slice(0, longestMessage)}\n…` : text;
}

export function shownCall(call: PendingCall): ShownCall {
  const { id, tool, arguments: args, agentPath, reason, data } = call;
  return {
    ...{ id, tool, arguments: args, reason },
    ...(agentPath === undefined ? {} : { agentPath }),
    ...(data === undefined ? {} : { question: data }),
  };
}
