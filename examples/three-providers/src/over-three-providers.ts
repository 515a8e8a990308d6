// Runs the agent with each provider's server.

import { run, type MissionStep } from "@ptc/subagent";
import { lateOrders, program } from "./late-orders.ts";
import { serve, type SentRequest } from "./loopback-server.ts";
import { providers } from "./providers.ts";

export interface ProviderRun {
  readonly provider: string;
  readonly step: MissionStep;
  readonly requests: readonly SentRequest[];
}

export async function overThreeProviders(): Promise<readonly ProviderRun[]> {
  const runs: ProviderRun[] = [];
  for (const [provider, { model, contentType, events }] of Object.entries(providers)) {
    const server = await serve(contentType, events("lisp_eval", { program }));
    const step = await run(lateOrders, { llm: model(server.baseUrl) });
    server.close();
    runs.push({ provider, step, requests: server.requests });
  }
  return runs;
}
