// Checks the exports of recorded runs with programs of others: speedscope's JSON schema and its
// viewer in Chromium. Chrome trace JSON is checked against the documented fields of its format.

import { join } from "node:path";
import { buildTraceTree, chromeTrace, speedscopeProfile } from "@ptc/tracer";
import { readTraceFiles } from "@ptc/tracer/node";
import type { CheckOutcome } from "./check.ts";
import { findChromium } from "./hosts/run-in-chromium.ts";
import { chromeTraceProblems } from "./profiles/chrome-trace-problems.ts";
import { schemaProblems } from "./profiles/speedscope-schema.ts";
import { viewerProblems } from "./profiles/speedscope-viewer.ts";

const runs = join(import.meta.dirname, "../../../examples/failed-run/runs");

export async function checkProfiles(): Promise<CheckOutcome> {
  const { events } = await readTraceFiles(runs);
  const roots = buildTraceTree(events);
  const profile = speedscopeProfile(roots, "failed run");
  const trace = chromeTrace(roots);
  const chromium = findChromium();
  const problems = [
    ...chromeTraceProblems(JSON.parse(JSON.stringify(trace))),
    ...schemaProblems(JSON.parse(JSON.stringify(profile))),
    ...(chromium === undefined ? [] : await viewerProblems(chromium, profile)),
  ];
  if (problems.length > 0) return { status: "failed", problems };
  return {
    status: "passed",
    note: `${String(trace.traceEvents.length)} trace events, ${String(profile.profiles.length)} profiles`,
    details: [
      chromium === undefined
        ? "Chromium: skipped: the system has none (apt-get install chromium)"
        : "Chromium: speedscope's viewer opened the profile",
    ],
  };
}
