// Tests that the check of server-hits accepts the correct answer from the hits, and refuses
// careless ones.

import { makeHits, serverHits, type Hit } from "../../src/suites/missions/shapes/server-hits.ts";
import { testCheck } from "./test-check.ts";

type Mistake =
  | "takes seconds for milliseconds"
  | "takes only numbers for durations"
  | "takes only texts for durations"
  | "takes only numbers for a status"
  | "knows one status of an error"
  | "leaves out hits that were never answered"
  | "takes no answer for one that took no time"
  | "counts bots"
  | "takes only true for a bot"
  | "takes each hit with a flag for a bot's"
  | "leaves out hits without a client"
  | "takes paths with their query";

function isBotOf({ client }: Hit["request"], mistake?: Mistake): boolean {
  if (mistake === "counts bots") return false;
  if (mistake === "takes only true for a bot") return client?.bot === true;
  if (mistake === "takes each hit with a flag for a bot's") return client?.bot !== undefined;
  return /^(?:true|yes)$/.test(String(client?.bot));
}

function isError(response: Hit["response"], mistake?: Mistake): boolean {
  const status = response?.status;
  if (status === undefined) return true;
  if (mistake === "takes only numbers for a status" && typeof status !== "number") return false;
  return mistake === "knows one status of an error"
    ? Number(status) === 500
    : Number(status) >= 500;
}

function durationOf(response: Hit["response"], mistake?: Mistake): number | undefined {
  const took = response?.took;
  if (took === undefined)
    return mistake === "takes no answer for one that took no time" ? 0 : undefined;
  if (typeof took === "string")
    return mistake === "takes only numbers for durations" ? undefined : Number.parseFloat(took);
  if (mistake === "takes only texts for durations") return undefined;
  return mistake === "takes seconds for milliseconds" ? took : took * 1_000;
}

function read(hits: readonly Hit[], mistake?: Mistake): unknown {
  const groups = new Map<string, { hits: number; errors: number; durations: number[] }>();
  for (const { request, response } of hits) {
    if (isBotOf(request, mistake)) continue;
    if (mistake === "leaves out hits that were never answered" && !response) continue;
    if (mistake === "leaves out hits without a client" && !request.client) continue;
    const [bare = ""] = request.path.split("?");
    const path = mistake === "takes paths with their query" ? request.path : bare;
    const group = groups.get(path) ?? { hits: 0, errors: 0, durations: [] };
    const duration = durationOf(response, mistake);
    group.hits++;
    if (isError(response, mistake)) group.errors++;
    if (duration !== undefined) group.durations.push(duration);
    groups.set(path, group);
  }
  return [...groups]
    .map(([path, { durations, ...counts }]) => ({
      path,
      ...counts,
      mean_ms: durations.reduce((total, each) => total + each, 0) / durations.length,
    }))
    .sort((left, right) => (left.path < right.path ? -1 : 1));
}

testCheck(serverHits, (random) => makeHits(random).hits, read, [
  "takes seconds for milliseconds",
  "takes only numbers for durations",
  "takes only texts for durations",
  "takes only numbers for a status",
  "knows one status of an error",
  "leaves out hits that were never answered",
  "takes no answer for one that took no time",
  "counts bots",
  "takes only true for a bot",
  "takes each hit with a flag for a bot's",
  "leaves out hits without a client",
  "takes paths with their query",
]);
