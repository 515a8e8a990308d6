// Asks the user of a client about calls that wait, if the client can show forms.

import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  type ClientCapabilities,
  type InputRequests,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { isObject, type JsonObject } from "@ptc/core/internal/host";
import type { Decision, Decisions } from "@ptc/lisp";
import { elicitationForm, elicitedDecision } from "../elicitation.ts";
import type { WaitingWork } from "./session-state.ts";

/** True if the client of the request can show forms. `declared` is from its connection. */
export function showsForms(
  { mcpReq: { envelope } }: ServerContext,
  declared: ClientCapabilities | undefined,
): boolean {
  // The SDK doesn't declare the type of the envelope.
  const sent: unknown = (envelope as JsonObject | undefined)?.[CLIENT_CAPABILITIES_META_KEY];
  const { elicitation }: JsonObject = isObject(sent) ? sent : (declared ?? {});
  // A client of the first version of elicitation declares an empty object.
  return isObject(elicitation) && (isObject(elicitation["form"]) || !("url" in elicitation));
}

/** The forms for the calls that no form asked about yet, by their ids. */
export function formsFor({ pending, asked }: WaitingWork): InputRequests | undefined {
  const forms = pending.flatMap((call) => {
    const form = asked.includes(call.id) ? undefined : elicitationForm(call);
    return form === undefined ? [] : [[call.id, inputRequired.elicit(form)] as const];
  });
  return forms.length === 0 ? undefined : Object.fromEntries(forms);
}

/** The decisions in the results of forms. Without a form, no user has seen the call. */
export function decisionsIn(
  { pending, asked }: WaitingWork,
  responses: Readonly<Record<string, unknown>> = {},
): Decisions {
  const given = new Map(Object.entries(responses));
  const decisions: [string, Decision][] = [];
  for (const call of pending) {
    if (!asked.includes(call.id)) continue;
    const decision = elicitedDecision(call, given.get(call.id));
    if (decision !== undefined) decisions.push([call.id, decision]);
  }
  return Object.fromEntries(decisions);
}
