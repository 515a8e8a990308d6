// The text for the model while its program waits.

import type { Firewall } from "@ptc/core/firewall";
import { shortened } from "@ptc/core/internal/printing";
import type { PendingCall } from "@ptc/lisp";
import type { Agent } from "../agent/agent.ts";
import { dataEnvelope } from "../preview/data-envelope.ts";
import { shownPrints } from "../prompt/shown-prints.ts";

const mostCalls = 20;
const longestCall = 300;

/** Lists the calls that wait, and asks the model not to repeat them. */
export function waitingText(
  prints: readonly string[],
  pending: readonly PendingCall[],
  { format }: Agent,
  firewall: Firewall,
): string {
  const shown = pending
    .slice(0, mostCalls)
    .map(({ tool, arguments: args, reason }) =>
      shortened(`tool/${tool} ${JSON.stringify(args)} (${shortened(reason, 100)})`, longestCall),
    );
  if (pending.length > mostCalls) shown.push(`… (${String(pending.length - mostCalls)} more)`);
  return [
    ...(prints.length === 0
      ? []
      : [`Printed:\n${dataEnvelope("prints", shownPrints(prints, firewall, format), firewall)}`]),
    "The program waits for a decision about these calls, which have not been made:",
    dataEnvelope("waiting", shown.join("\n"), firewall),
    "This is not an error. The application continues the program after the decision, and you get " +
      "its result then. Do not write the program or these calls again, because they would be made " +
      "twice. Say what waits, and end your answer.",
  ].join("\n");
}
