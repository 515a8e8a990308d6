// What every server of `examples/web-servers` must do, as its clients see it.

import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { StreamedEvent } from "@ptc/subagent/streams";
import { DeskClient } from "./desk-client.ts";
import { hostilePrograms } from "./hostile-programs.ts";

export interface DeskServer {
  readonly name: string;
  readonly url: string;
  /** False if the server answers with results only, because its host buffers answers. */
  readonly streams: boolean;
  /** False if its host doesn't report that a client has disconnected. */
  readonly noticesDisconnects: boolean;
}

const answer = { due: 42.5, checked: "9999999999800000000001" };

/** Returns one line for each failure. */
export async function problemsOfDesk(server: DeskServer): Promise<readonly string[]> {
  const problems: string[] = [];
  const client = new DeskClient(server.url);
  const expectSame = (what: string, found: unknown, expected: unknown): void => {
    if (!isDeepStrictEqual(found, expected))
      problems.push(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
  };
  const parts: readonly Part[] = [
    answersQuestions,
    ...(server.streams ? [continuesStreams] : []),
    ...(server.noticesDisconnects ? [cancelsAbandonedRuns] : []),
    asksForApprovals,
    refusesBadInput,
    survivesPrograms,
    survivesClients,
  ];
  for (const part of parts) {
    try {
      await part(client, expectSame, server);
    } catch (error) {
      problems.push(`${part.name}: ${error instanceof Error ? String(error.stack) : "failed"}`);
    }
  }
  return problems.map((problem) => `${server.name}: ${problem}`);
}

type Part = (
  client: DeskClient,
  expectSame: (what: string, found: unknown, expected: unknown) => void,
  server: DeskServer,
) => Promise<void>;

const answersQuestions: Part = async (client, expectSame, { streams }) => {
  const body = { question: "What is due?" };
  expectSame("a result", (await client.post("/runs", JSON.stringify(body))).body, { answer });
  if (!streams) return;
  const { events } = await client.events("/runs", { body });
  expectSame("the answer of a stream", answersIn(events), [answer]);
  expectSame(
    "the ends of a stream",
    [events[0]?.type, events.at(-1)?.type],
    ["mission-start", "stream-end"],
  );
};

const continuesStreams: Part = async (client, expectSame) => {
  const whole = await client.events("/runs", { body: { question: "What is due?" } });
  const first = await client.events(whole.location, {
    isLast: ({ type }) => type === "turn-start",
  });
  const rest = await client.events(whole.location, { lastEventId: first.lastEventId });
  expectSame("the events of two connections", [...first.events, ...rest.events], whole.events);
};

const cancelsAbandonedRuns: Part = async (client, expectSame) => {
  const { location } = await client.events("/runs", {
    body: { question: "Write a report." },
    isLast: ({ type }) => type === "tool-call-start",
  });
  let found = await client.state(location);
  for (let rounds = 0; found.status === 202 && rounds < 100; rounds++) {
    await wait(100);
    found = await client.state(location);
  }
  expectSame("a run without readers", found.body, { error: "the mission was cancelled" });
};

const asksForApprovals: Part = async (client, expectSame, { streams }) => {
  const body = { question: "Refund order 7." };
  const { location, body: first } = await client.post("/runs", JSON.stringify(body));
  const [call] = first["pending"] as readonly { readonly id: string }[];
  const path = `${location}/decisions`;
  const decided = JSON.stringify({ [call?.id ?? ""]: true });
  expectSame("a wrong decision", (await client.post(path, '{"a":true}')).status, 400);
  expectSame("an approval", (await client.post(path, decided)).body, {
    answer: "order 7 is refunded",
  });
  expectSame("a second approval", (await client.post(path, decided)).status, 409);
  if (!streams) return;
  const run = await client.events("/runs", { body });
  const asked = run.events.find((event) => event.type === "approval-requested");
  const id = asked?.type === "approval-requested" ? asked.data.id : "";
  const next = await client.events(`${run.location}/decisions`, { body: { [id]: false } });
  expectSame("a denial", answersIn(next.events), [undefined]);
};

const refusals: readonly (readonly [path: string, body: string, status: number, text: string])[] = [
  ["/runs", "{", 400, "the body isn't JSON"],
  ["/runs", "[]", 400, "the body isn't a JSON object"],
  ["/runs", '{"question":1}', 400, 'the field "question" must be a text'],
  ["/runs", '{"__proto__":{"question":"a"}}', 400, 'the field "question" must be a text'],
  ["/runs", JSON.stringify({ question: "a".repeat(20_000) }), 413, "the body has more than"],
  ["/programs", "a".repeat(20_000), 413, "the body has more than"],
];

const refusesBadInput: Part = async (client, expectSame) => {
  for (const [path, body, status, text] of refusals) {
    const found = await client.post(path, body);
    const isExpected = found.status === status && String(found.body["error"]).startsWith(text);
    expectSame(`POST ${path} ${body.slice(0, 40)}`, isExpected ? "refused" : found, "refused");
  }
  const missing = `/runs/${"0".repeat(64)}`;
  expectSame("a run that doesn't exist", (await client.state(missing)).status, 404);
  expectSame("a run with a wrong id", (await client.state("/runs/x")).status, 404);
};

const survivesPrograms: Part = async (client, expectSame) => {
  await Promise.all(
    hostilePrograms.map(async (program) => {
      const { status } = await client.post("/programs", program);
      expectSame(`the status of ${program}`, status, 422);
    }),
  );
  await Promise.all(
    hostilePrograms.map(async (question) => {
      const { status } = await client.post("/runs", JSON.stringify({ question }));
      expectSame(`the status of the agent with ${question}`, status, 200);
    }),
  );
  expectSame("a program after them", (await client.post("/programs", "(+ 1 2)")).body, {
    value: 3,
  });
};

/** Clients that disconnect while they send, and clients that never read. */
const survivesClients: Part = async (client, expectSame) => {
  const { hostname, port } = new URL(client.url);
  const body = JSON.stringify({ question: "(return (range 20000))" });
  const head = (path: string, length: number): string =>
    `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-length: ${String(length)}\r\n\r\n`;
  const requests = [
    `${head("/runs", 100)}{"que`,
    `${head("/programs", 17)}(loop [] (recur))`,
    ...Array.from({ length: 20 }, () => head("/runs", body.length) + body),
  ];
  const sockets = requests.map((request) => {
    const socket = connect(Number(port), hostname).on("error", () => undefined);
    socket.pause().write(request);
    return socket;
  });
  await Promise.all(
    sockets.map(async (socket) => {
      if (socket.connecting) await once(socket, "connect");
    }),
  );
  const question = JSON.stringify({ question: "What is due?" });
  expectSame("a result beside them", (await client.post("/runs", question)).body, { answer });
  for (const socket of sockets) socket.resetAndDestroy();
  expectSame("a result after them", (await client.post("/runs", question)).body, { answer });
};

function answersIn(events: readonly StreamedEvent[]): readonly unknown[] {
  return events.flatMap((event) => (event.type === "mission-end" ? [event.data.return] : []));
}
