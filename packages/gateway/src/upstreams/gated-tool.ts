// The tool that programs call. It belongs to the name of a tool rather than to a connection, so it
// works after a restart, and it refuses a tool that changed.

import type { Tool, ToolContext } from "@ptc/core/contracts";
import { ToolFailure } from "@ptc/core/errors";
import { sleep } from "@ptc/core/internal/contracts";
import type { KnownSecrets } from "../config/credentials.ts";
import type { UpstreamClock } from "./flood-gate.ts";
import type { PinState } from "./pins.ts";
import { changedParts, type ToolDigest } from "./tool-digest.ts";
import type { SourceTool } from "./upstream-session.ts";

/** A tool of the current list. */
export interface CurrentTool {
  readonly source: SourceTool;
  readonly digest: ToolDigest;
  readonly pin: PinState;
}

export interface ToolGate {
  readonly upstream: string;
  readonly callTimeoutMs: number;
  /** The time after which a call that waits counts as denied, unless its tool has its own. */
  readonly approvalTimeoutMs: number | undefined;
  readonly clock: UpstreamClock;
  readonly secrets: KnownSecrets;
  readonly acceptCommand: (upstream: string) => string;
  /** Returns the tool of the name, once its upstream is ready. @throws ToolFailure */
  readonly current: (name: string, signal: AbortSignal) => Promise<CurrentTool>;
}

/** Returns the tool that programs call instead of `listed`. */
export function gatedTool(listed: CurrentTool, gate: ToolGate): Tool {
  const { source, pin } = listed;
  const { tool, name } = source;
  const execute: Tool["execute"] = async (args, context) => {
    const now = await gate.current(name, context.signal);
    if (now.pin.kind === "changed") throw changedSinceApproval(name, now.pin.parts, gate);
    // The program has neither the contract nor the gate that the tool has now.
    if (pin.kind === "changed" || (pin.kind === "approved" && now.pin.kind === "new"))
      throw new ToolFailure(
        `the approval of ${name} changed while this program ran: run the program again`,
        { kind: "tool_changed", ran: false },
        { isLasting: true },
      );
    const parts = changedParts(listed.digest, now.digest);
    if (parts.length > 0)
      throw new ToolFailure(
        `${name} changed while this program ran (${parts.join(", ")}): read its description again`,
        { kind: "tool_changed", ran: false },
        { isLasting: true },
      );
    return await limitedCall(now.source.tool, args, context, gate);
  };
  if (pin.kind === "changed") {
    // The new description could be an attack, so it isn't shown.
    const description = `This tool changed since it was approved (${pin.parts.join(", ")}). Its calls are refused until a person accepts it.`;
    return { description, execute };
  }
  const asking = pin.kind === "new" ? { ...tool, needsApproval: true } : tool;
  const { needsApproval = false, approvalTimeoutMs = gate.approvalTimeoutMs } = asking;
  return {
    ...asking,
    ...(needsApproval === false || approvalTimeoutMs === undefined ? {} : { approvalTimeoutMs }),
    execute,
  };
}

function changedSinceApproval(
  name: string,
  parts: readonly string[],
  { upstream, acceptCommand }: ToolGate,
): ToolFailure {
  return new ToolFailure(
    `${name} changed since it was approved: its ${parts.join(" and its ")}. Calls are refused until a person accepts it: ${acceptCommand(upstream)}`,
    { kind: "tool_changed", ran: false, changed: parts },
    { isLasting: true },
  );
}

/** Calls the tool within the time limit of its upstream. Errors have no secrets. */
async function limitedCall(
  tool: Tool,
  args: Parameters<Tool["execute"]>[0],
  context: ToolContext,
  { upstream, callTimeoutMs, clock, secrets }: ToolGate,
): Promise<unknown> {
  const late = new AbortController();
  const over = new AbortController();
  const signal = AbortSignal.any([context.signal, late.signal]);
  const timeout = sleep(clock, callTimeoutMs, over.signal).then(() => {
    if (over.signal.aborted) return undefined;
    late.abort(new Error("timeout"));
    throw new ToolFailure(
      `the upstream ${upstream} did not answer within ${String(callTimeoutMs)} ms (callTimeoutMs): it may have taken effect`,
      { kind: "tool_timeout", ran: true },
    );
  });
  try {
    const call = Promise.resolve(tool.execute(args, { ...context, signal, abortSignal: signal }));
    // It may fail after the time limit.
    call.catch(() => undefined);
    return await Promise.race([call, timeout.then(() => call)]);
  } catch (error) {
    throw withoutSecrets(error, secrets);
  } finally {
    over.abort();
  }
}

function withoutSecrets(error: unknown, secrets: KnownSecrets): unknown {
  if (!(error instanceof Error)) return error;
  const message = secrets.hidden(error.message);
  if (error instanceof ToolFailure) {
    const data = secrets.hiddenIn(error.data);
    if (message === error.message && data === error.data) return error;
    const { isLasting, retryAfterMs } = error;
    return new ToolFailure(message, data, {
      isLasting,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    });
  }
  return message === error.message ? error : new Error(message);
}
