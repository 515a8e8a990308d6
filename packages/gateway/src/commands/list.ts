// Starts the upstreams and shows their health as a table.

import { openUpstreams } from "../upstreams/open-upstreams.ts";
import type { UpstreamHealth } from "../upstreams/health.ts";
import { configurationOf, warningLines } from "./configuration-file.ts";
import type { GatewayHost } from "./host.ts";
import { tableLines, writeLines } from "./output.ts";
import type { GatewayRequest } from "./request.ts";

/** Prints the table. Resolves to the exit code. */
export async function list(request: GatewayRequest, host: GatewayHost): Promise<number> {
  const configuration = await configurationOf(request, host);
  await writeLines(host.errors, warningLines(configuration));
  const upstreams = openUpstreams(configuration, { env: host.environment });
  try {
    const health = await upstreams.start();
    const lines = request.json === true ? health.map(jsonLine) : healthTable(health);
    await writeLines(host.output, lines);
  } finally {
    await upstreams.close();
  }
  return 0;
}

function jsonLine(health: UpstreamHealth): string {
  return JSON.stringify(health);
}

/** Returns the table, or a sentence if there are no upstreams. */
function healthTable(health: readonly UpstreamHealth[]): readonly string[] {
  if (health.length === 0) return ["The configuration has no upstreams."];
  return tableLines([
    ["NAME", "KIND", "STATE", "TOOLS", "NOTES"],
    ...health.map((upstream) => [
      upstream.name,
      upstream.kind,
      upstream.state,
      String(upstream.tools),
      notesOf(upstream),
    ]),
  ]);
}

function notesOf({ lastError, changedTools, newTools, warnings }: UpstreamHealth): string {
  return [
    ...(lastError === undefined ? [] : [lastError]),
    ...counted(changedTools.length, "changed tool"),
    ...counted(newTools.length, "new tool"),
    ...counted(warnings.length, "warning"),
  ].join("; ");
}

function counted(count: number, noun: string): readonly string[] {
  return count === 0 ? [] : [`${String(count)} ${noun}${count === 1 ? "" : "s"}`];
}
