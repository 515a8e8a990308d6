// Load test: 1,000 connections of 50 users to a real HTTP server with a pool. In the second
// phase, one user sends programs without end on each connection, and doesn't wait when refused.
// Measures the latency of the other users in both phases of the same run. `--unlimited` leaves out
// the quotas and fair turns, for comparison. `--control` has no hostile user, so its ratios show
// how much other work on the machine changes the numbers.

import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { seededRandom } from "../random.ts";

const connections = 1_000;
const users = 50;
const hostileUser = 0;
const phaseMs = 40_000;
/** The mean pause of a connection between an answer and its next request. */
const pauseMs = 40_000;
/** The time in which the connections open, and the processes start. */
const warmUpMs = 10_000;
const usualProgram = "(reduce + (mapcat (fn [order] (map :price (:lines order))) data/orders))";
const endlessProgram = "(loop [] (recur))";

type Phase = "calm" | "attack";

interface Answer {
  readonly phase: Phase;
  readonly isHostile: boolean;
  readonly status: number;
  readonly milliseconds: number;
}

export async function measureUsers(options: readonly string[]): Promise<void> {
  const isUnlimited = options.includes("--unlimited");
  const isControl = options.includes("--control");
  const server = fork(join(import.meta.dirname, "server.ts"), isUnlimited ? ["unlimited"] : []);
  const [port] = (await once(server, "message")) as [number];
  const answers: Answer[] = [];
  let phase: Phase | undefined;
  const over = new AbortController();
  /** Waits, at most until the end of the test. */
  const rest = async (milliseconds: number): Promise<void> => {
    await pause(milliseconds, undefined, { signal: over.signal }).catch(() => undefined);
  };
  const random = seededRandom(7);
  const clients = Array.from({ length: connections }, async (_, index) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const user = index % users;
    await rest(random() * warmUpMs);
    while (!over.signal.aborted) {
      const current = phase;
      const isHostile = !isControl && user === hostileUser && current === "attack";
      // The quiet requests of the hostile user don't count.
      const isCounted = current !== undefined && (isHostile || user !== hostileUser);
      const startedAt = performance.now();
      const status = await ask(port, agent, user, isHostile ? endlessProgram : usualProgram);
      const milliseconds = performance.now() - startedAt;
      if (isCounted && current === phase)
        answers.push({ phase: current, isHostile, status, milliseconds });
      if (!isHostile) await rest(random() * 2 * pauseMs);
    }
    agent.destroy();
  });
  await pause(warmUpMs + 2_000);
  for (const next of ["calm", "attack"] as const) {
    phase = next;
    await pause(phaseMs);
  }
  phase = undefined;
  over.abort();
  await Promise.all(clients);
  server.disconnect();
  report(answers, isUnlimited, isControl);
}

function ask(port: number, agent: Agent, user: number, program: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { "x-user": `user ${String(user)}` };
    const sent = request({ port, agent, method: "POST", headers }, (response) => {
      response.resume();
      response.on("end", () => {
        resolve(response.statusCode ?? 0);
      });
    });
    sent.on("error", reject);
    sent.end(program);
  });
}

function report(answers: readonly Answer[], isUnlimited: boolean, isControl: boolean): void {
  const others = answers.filter(({ isHostile }) => !isHostile);
  const statusOf = (list: readonly Answer[]): string => {
    const counts = new Map<number, number>();
    for (const { status } of list) counts.set(status, (counts.get(status) ?? 0) + 1);
    return Array.from(counts, ([status, count]) => `${String(count)} × ${String(status)}`).join();
  };
  const times = (phase: Phase): readonly number[] =>
    others
      .filter((answer) => answer.phase === phase)
      .map(({ milliseconds }) => milliseconds)
      .sort((left, right) => left - right);
  console.log(
    `${String(connections)} connections, ${String(users)} users, ${isControl ? "none" : "one"} hostile in the second phase${isUnlimited ? "; without quotas and fair turns" : ""}`,
  );
  for (const percentile of [50, 90, 99] as const) {
    const [calm, attack] = [
      percentileOf(times("calm"), percentile),
      percentileOf(times("attack"), percentile),
    ];
    console.log(
      `p${String(percentile)} of the others: ${calm.toFixed(1)} ms, with the hostile user ${attack.toFixed(1)} ms: ratio ${(attack / calm).toFixed(2)}`,
    );
  }
  console.log(`answers to the others: ${statusOf(others)}`);
  console.log(`answers to the hostile user: ${statusOf(answers.filter((each) => each.isHostile))}`);
}

function percentileOf(sorted: readonly number[], percentile: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percentile) / 100))] ?? NaN;
}
