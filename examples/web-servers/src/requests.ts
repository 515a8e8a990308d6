// Reads requests that anyone may send, and refuses them with a status and a text.

import { approve, deny, type Decision, type PendingCall } from "@ptc/subagent";

/** The longest body of a request, in bytes. */
const longestBody = 10_000;

/** A request that gets an answer with this status. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** @throws Refusal if the body is too long, before all of it has arrived */
export async function textIn(request: Request): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  const body: AsyncIterable<Uint8Array> | null = request.body;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > longestBody)
      throw new Refusal(413, `the body has more than ${String(longestBody)} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** @throws Refusal if the body isn't an object in JSON */
async function objectIn(request: Request): Promise<ReadonlyMap<string, unknown>> {
  const text = await textIn(request);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal(400, "the body isn't JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Refusal(400, "the body isn't a JSON object");
  return new Map<string, unknown>(Object.entries(value));
}

/** Reads `{"question": "…"}`. @throws Refusal */
export async function questionIn(request: Request): Promise<string> {
  const question = (await objectIn(request)).get("question");
  if (typeof question !== "string" || question.trim() === "")
    throw new Refusal(400, 'the field "question" must be a text');
  return question;
}

/**
 * Reads `{"<id of a call>": true}`: true approves the call, and false denies it.
 * @throws Refusal
 */
export async function decisionsIn(
  request: Request,
  pending: readonly PendingCall[],
): Promise<Readonly<Record<string, Decision>>> {
  const given = await objectIn(request);
  const decisions = pending.map(({ id }) => {
    const isApproved = given.get(id);
    if (typeof isApproved !== "boolean")
      throw new Refusal(400, `the field "${id}" must be true or false`);
    return [id, isApproved ? approve() : deny("the customer declined")] as const;
  });
  return Object.fromEntries(decisions);
}
