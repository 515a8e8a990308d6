// Accepts the tools of an upstream as they are now, after a person has looked at them.

import { openUpstreams } from "../upstreams/open-upstreams.ts";
import { LoadError } from "@ptc/core/internal/host";
import { configurationOf } from "./configuration-file.ts";
import type { GatewayHost } from "./host.ts";
import { writeLines } from "./output.ts";
import type { GatewayRequest } from "./request.ts";

/** Accepts the tools and prints their names. Resolves to the exit code. */
export async function accept(request: GatewayRequest, host: GatewayHost): Promise<number> {
  const { upstream, tools = [], command } = request;
  if (upstream === undefined)
    throw new LoadError(`name the upstream whose tools you accept: ${command} accept NAME`);
  const configuration = await configurationOf(request, host);
  const upstreams = openUpstreams(configuration, { env: host.environment });
  try {
    const chosen = tools.map((tool) => (tool.includes("/") ? tool : `${upstream}/${tool}`));
    const accepted = await upstreams.accept(upstream, chosen.length === 0 ? undefined : chosen);
    const health = upstreams.health().find(({ name }) => name === upstream);
    if (health?.state !== "ready") {
      await writeLines(host.errors, [
        `${command}: ${upstream} couldn't be started: ${health?.lastError ?? "it is disabled"}`,
      ]);
      return 1;
    }
    const missing = chosen.filter((name) => !accepted.includes(name));
    await writeLines(host.output, [
      ...accepted.map((name) => `accepted ${name}`),
      ...(accepted.length === 0 ? [`${upstream} has no changed and no new tools`] : []),
    ]);
    if (missing.length === 0) return 0;
    await writeLines(host.errors, [`${command}: neither changed nor new: ${missing.join(", ")}`]);
    return 1;
  } finally {
    await upstreams.close();
  }
}
