// The entries of calls that begin, and of calls that wait for a decision.

import type { Json } from "@ptc/core/encoding";
import type { Firewall } from "@ptc/core/firewall";
import type { BegunCall } from "../step/checkpoint-entry.ts";
import type { CheckpointWriter } from "./checkpoint-writer.ts";
import { isPlainPart } from "./plain-parts.ts";
import type { Digests } from "./seal.ts";
import type { RequestedCall } from "./waiting-calls.ts";
import { assertIdsShown, storedPending } from "./write-checkpoint.ts";

/** A call with the JSON of its arguments. */
export interface ReportedCall {
  readonly pending: RequestedCall;
  readonly args: Json;
}

interface CallSecrets {
  readonly digests: Digests;
  readonly firewall: Firewall;
}

/**
 * Appends the entry of a call that begins. `call` was made for that, and changes. Its state is
 * uncertain until it has an answer.
 */
export function appendBegun(
  call: Pick<RequestedCall, "id" | "tool" | "address" | "agentPath" | "askedAt">,
  args: Json,
  writer: CheckpointWriter,
  secrets: CallSecrets,
): void {
  const isNamed = call.address.path.length > 0 && hasTask(call.id);
  if (writer.isSigned || isNamed || !isPlainPart(args, secrets.firewall)) {
    const pending: RequestedCall = { ...call, reason: "uncertain", uncertain: true };
    appendCall("begins", { pending, args }, writer, secrets);
    return;
  }
  // The arguments of calls are objects. The call was made for its entry, so it needs no copy.
  const begun: BegunCall = Object.assign(call, {
    reason: "uncertain",
    uncertain: true as const,
    arguments: args as BegunCall["arguments"],
  });
  writer.append(() => ({ type: "begins", call: begun }));
}

/** Appends the entry of a call that begins or waits, with a digest of its arguments. */
export function appendCall(
  type: "begins" | "waits",
  { pending, args }: ReportedCall,
  writer: CheckpointWriter,
  { digests, firewall }: CallSecrets,
): void {
  writer.append(async () => {
    assertIdsShown([pending.id], [], firewall);
    const [call] = await storedPending({ pending: [{ pending, args }], digests, firewall });
    if (call === undefined) throw new Error("the call can't be stored");
    return { type, call };
  });
}

/** True if a location may contain the id of a task. */
export function hasTask(at: string): boolean {
  return at.startsWith("t") || at.includes("/t");
}
