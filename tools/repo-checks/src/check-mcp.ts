// Checks `ptc-mcp` with programs of others: the official inspector and conformance suite, clients
// of both SDKs, pages in Chromium, and four servers as upstreams at once.

import type { CheckOutcome } from "./check.ts";
import { findChromium } from "./hosts/run-in-chromium.ts";
import {
  problemsOfClients,
  problemsOfKilledUpstreams,
  problemsOfManyClients,
} from "./mcp/client-problems.ts";
import { conformanceProblems, inspectorProblems, othersFolder } from "./mcp/others-programs.ts";
import { problemsOfPages } from "./mcp/pages.ts";
import { ptcMcpWords, startHttp } from "./mcp/ptc-mcp-process.ts";
import { upstreamFolder } from "./mcp/upstream-folder.ts";

export async function checkMcp(): Promise<CheckOutcome> {
  const others = othersFolder();
  const { folder, close } = await upstreamFolder();
  const server = await startHttp(folder).catch((error: unknown) => {
    close();
    throw error;
  });
  const { url, child } = server;
  const stdio = { words: ptcMcpWords, cwd: folder };
  const chromium = findChromium();
  const problems: string[] = [];
  try {
    problems.push(
      ...(await problemsOfClients([{ url }, stdio])),
      ...(await problemsOfManyClients(url)),
      ...(await conformanceProblems(others, url)),
      ...(await inspectorProblems(others, url, stdio)),
      ...(chromium === undefined ? [] : await problemsOfPages(chromium, url)),
      ...(await problemsOfKilledUpstreams(url, child.pid ?? 0)),
    );
  } finally {
    const code = await server.stop();
    if (code !== 0) problems.push(`ptc-mcp ended with ${String(code)} after SIGTERM`);
    close();
  }
  if (problems.length > 0) return { status: "failed", problems };
  return {
    status: "passed",
    note: "clients of both SDKs, 50 clients, inspector, conformance suite, killed upstreams",
    details:
      chromium === undefined
        ? ["Chromium: skipped: the system has none (apt-get install chromium)"]
        : ["Chromium: pages of other origins are refused"],
  };
}
