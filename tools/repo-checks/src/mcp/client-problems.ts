// The server as clients see it: programs over four upstreams, fifty clients at once, and killed
// upstreams.

import { execFileSync } from "node:child_process";
import { isDeepStrictEqual } from "node:util";
import { clientOfSdk1, clientOfSdk2, type ProgramClient, type Way } from "./sdk-clients.ts";

/** A program that joins results of all four upstreams. */
const overAll = `
  (tool/graph/create_entities {:entities [{:name "o" :entityType "order" :observations ["paid"]}]})
  [(str/includes? (str (tool/remote/echo {:message "good day"})) "good day")
   (last (re-seq #"\\d+" (str (tool/everything/get-sum {:a 40 :b 2}))))
   (str/includes? (str (tool/files/read_text_file {:path "orders.csv"})) "2,22")
   (count (re-seq #"order" (str (tool/graph/read_graph {}))))]`;

/** Runs the program with a client of each kind. Returns the problems. */
export async function problemsOfClients(ways: readonly Way[]): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const way of ways)
    for (const [name, connect] of [
      ["SDK 1", clientOfSdk1],
      ["SDK 2", (given: Way) => clientOfSdk2(given, false)],
      ["SDK 2, protocol of 2026", (given: Way) => clientOfSdk2(given, true)],
    ] as const) {
      const shown = `${name} over ${"url" in way ? "HTTP" : "stdio"}`;
      const client = await connect(way);
      const answer = await client.evaluate(overAll);
      if (!isDeepStrictEqual(answer["value"], [true, "42", true, 1]))
        problems.push(`${shown}: ${JSON.stringify(answer).slice(0, 1_000)}`);
      await client.close();
    }
  return problems;
}

const manyClients = 50;

/** Connects fifty clients, which all run programs with calls at the same time. */
export async function problemsOfManyClients(url: string): Promise<readonly string[]> {
  const clients = await Promise.all(
    Array.from({ length: manyClients }, (_, index) =>
      index % 2 === 0 ? clientOfSdk1({ url }) : clientOfSdk2({ url }, true),
    ),
  );
  const values = await Promise.all(
    clients.map(async (client, index) => {
      const program = `(last (re-seq #"\\d+" (str (tool/everything/get-sum {:a ${String(index)} :b 1000}))))`;
      return (await client.evaluate(program))["value"];
    }),
  );
  await Promise.all(clients.map((client) => client.close()));
  const wanted = values.map((_, index) => String(index + 1_000));
  return isDeepStrictEqual(values, wanted)
    ? []
    : [`fifty clients at once got ${JSON.stringify(values).slice(0, 1_000)}`];
}

/** Kills the upstreams that the server started, and expects that programs work again. */
export async function problemsOfKilledUpstreams(
  url: string,
  serverProcess: number,
): Promise<readonly string[]> {
  const client = await clientOfSdk1({ url });
  const program = '(str (tool/everything/echo {:message "alive"}))';
  try {
    const killed = killChildren(serverProcess);
    if (killed < 3) return [`there were only ${String(killed)} upstreams to kill`];
    const answer = await untilOk(client, program);
    return String(answer["value"]).includes("alive")
      ? []
      : [`after kill -9 of the upstreams: ${JSON.stringify(answer).slice(0, 1_000)}`];
  } finally {
    await client.close();
  }
}

/** The call that notices the loss may fail; those after the restart may not. */
async function untilOk(
  client: ProgramClient,
  program: string,
): Promise<Readonly<Record<string, unknown>>> {
  let answer: Readonly<Record<string, unknown>> = {};
  for (let attempt = 0; attempt < 10; attempt++) {
    answer = await client.evaluate(program);
    if (answer["status"] === "ok") return answer;
  }
  return answer;
}

function killChildren(parent: number): number {
  const rows = execFileSync("ps", ["-eo", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  const children = rows
    .map((row) => row.trim().split(/\s+/).map(Number))
    .filter(([, parentOf]) => parentOf === parent)
    .flatMap(([child]) => (child === undefined ? [] : [child]));
  for (const child of children) process.kill(child, "SIGKILL");
  return children.length;
}
