import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { formatEvent, formatTraceHeader } from "@ptc/tracer";
import type { TraceEvent } from "@ptc/core/contracts";
import type { RunContent, RunList } from "../page-data.ts";
import { filledPage } from "./page-file.ts";
import { startViewer, type Viewer, type ViewerOptions } from "./start-viewer.ts";
import { TraceLibrary } from "./trace-library.ts";

const page = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; connect-src 'none'"><!--ptc-data-->`;
let folder: string;
let viewer: Viewer | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "viewer-"));
});

afterEach(async () => {
  await viewer?.close();
  viewer = undefined;
  rmSync(folder, { recursive: true });
});

async function started(options: Partial<ViewerOptions> = {}): Promise<Viewer> {
  return (viewer = await startViewer({ path: folder, page, intervalMs: 10, ...options }));
}

/** Returns the lines of a trace of one mission. */
function lines(traceId: string, prompt = "Count.", end?: boolean): readonly string[] {
  const common = { traceId, spanId: "b".repeat(16), time: 1_000 };
  const events = [
    { ...common, type: "mission-start", data: { prompt, tools: [] } },
    ...(end === undefined
      ? []
      : [{ ...common, type: "mission-end", time: 3_000, data: { ok: end, turns: 0 } }]),
  ] as readonly TraceEvent[];
  return events.map((event) => formatEvent(event));
}

function writeTrace(name: string, ...given: Parameters<typeof lines>): void {
  writeFileSync(join(folder, name), `${[formatTraceHeader(), ...lines(...given)].join("\n")}\n`);
}

async function got<Answer>({ url }: Viewer, path: string): Promise<Answer> {
  const response = await fetch(`${url}${path}`);
  return (await response.json()) as Answer;
}

/** Sends a request with any headers, which `fetch` doesn't allow. */
async function status(
  { port }: Viewer,
  path: string,
  headers: Readonly<Record<string, string>>,
  method = "GET",
): Promise<number> {
  return await new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, path, method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on("error", reject)
      .end(method === "POST" ? "{}" : undefined);
  });
}

test("lists the runs of a folder, newest first, and shows one of them", async () => {
  writeTrace("a.jsonl", "a".repeat(32), "First?", true);
  writeTrace("b.jsonl", "c".repeat(32), "Second?", false);
  writeFileSync(join(folder, "notes.txt"), "no trace");
  const server = await started();
  await expect
    .poll(async () =>
      (await got<RunList>(server, "api/runs")).runs.map(({ title, status }) => [title, status]),
    )
    .toEqual([
      ["First?", "ok"],
      ["Second?", "failed"],
    ]);
  const [first] = (await got<RunList>(server, "api/runs")).runs;
  const content = await got<RunContent>(server, `api/run?id=${first?.id ?? ""}`);
  expect(content.view.summary.durationMs).toBe(2_000);
});

test("announces new lines of a trace while a page is open", async () => {
  writeTrace("a.jsonl", "a".repeat(32), "Live?");
  const server = await started();
  const stop = new AbortController();
  const events = await fetch(`${server.url}api/events`, { signal: stop.signal });
  const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
  await reader?.read();
  expect((await got<RunList>(server, "api/runs")).runs[0]?.status).toBe("open");
  appendFileSync(join(folder, "a.jsonl"), `${lines("a".repeat(32), "", true)[1] ?? ""}\n`);
  expect((await reader?.read())?.value).toContain("data: runs");
  await expect
    .poll(async () => (await got<RunList>(server, "api/runs")).runs[0]?.status)
    .toBe("ok");
  stop.abort();
});

test("follows the traces of child missions, and files that are cut off or replaced", async () => {
  const [parent, child] = ["a".repeat(32), "c".repeat(32)];
  writeTrace("a.jsonl", parent, "Parent?");
  mkdirSync(join(folder, "a"));
  writeTrace(`a/${child}.jsonl`, child, "Child?");
  const library = new TraceLibrary(folder, folder);
  const seen = async (): Promise<readonly unknown[]> => [
    await library.refresh(),
    ...library.rows.map(({ title, status }) => `${title} ${status}`).sort(),
  ];
  expect(await seen()).toEqual([true, "Child? open", "Parent? open"]);
  expect(await seen()).toEqual([false, "Child? open", "Parent? open"]);
  appendFileSync(join(folder, `a/${child}.jsonl`), `${lines(child, "", true)[1] ?? ""}\n`);
  expect(await seen()).toEqual([true, "Child? ok", "Parent? open"]);
  writeTrace("a.jsonl", parent, "Other?");
  expect(await seen()).toEqual([true, "Child? ok", "Other? open"]);
  rmSync(join(folder, `a/${child}.jsonl`));
  expect(await seen()).toEqual([true, "Other? open"]);
});

test("refuses other hosts, pages of other origins, and addresses without the token", async () => {
  writeTrace("a.jsonl", "a".repeat(32));
  const server = await started();
  const { pathname } = new URL(server.url);
  const host = `127.0.0.1:${String(server.port)}`;
  const origin = `http://${host}`;
  expect(await status(server, pathname, { host })).toBe(200);
  expect(await status(server, pathname, { host: "evil.test" })).toBe(421);
  expect(await status(server, pathname, { host: `evil.test:${String(server.port)}` })).toBe(421);
  expect(await status(server, "/", { host })).toBe(404);
  expect(await status(server, `/${"0".repeat(64)}/`, { host })).toBe(404);
  expect(await status(server, pathname, { host, origin: "http://evil.test" })).toBe(403);
  expect(await status(server, pathname, { host, "sec-fetch-site": "cross-site" })).toBe(403);
  const decide = `${pathname}api/decide`;
  expect(await status(server, decide, { host }, "POST")).toBe(403);
  expect(await status(server, decide, { host, origin: "null" }, "POST")).toBe(403);
  expect(await status(server, decide, { host, origin }, "POST")).toBe(409);
  expect(await status(server, `${pathname}../../etc/passwd`, { host })).toBe(404);
});

test("sends the page with a content security policy that no other page can frame", async () => {
  writeTrace("a.jsonl", "a".repeat(32));
  const response = await fetch((await started()).url);
  expect(response.headers.get("content-security-policy")).toBe(
    "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  );
  expect(response.headers.get("referrer-policy")).toBe("no-referrer");
  expect(await response.text()).toContain('{"mode":"live"}');
});

test("passes decisions to the application, and its errors to the page", async () => {
  writeTrace("a.jsonl", "a".repeat(32));
  const decided: unknown[] = [];
  const server = await started({
    actions: {
      waiting: () =>
        Promise.resolve([
          {
            id: "r",
            title: "Refunds",
            calls: [{ id: "r/1/0", tool: "refund", arguments: {}, reason: "approval" }],
          },
        ]),
      decide: ({ run, decisions, tracePath }) => {
        decided.push([run, [...decisions], tracePath]);
        return decisions.has("r/1/0")
          ? Promise.resolve("continued")
          : Promise.reject(new Error("no such call"));
      },
    },
  });
  const send = async (body: unknown) => {
    const response = await fetch(`${server.url}api/decide`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: new URL(server.url).origin },
      body: JSON.stringify(body),
    });
    return [response.status, await response.json()];
  };
  expect(await got(server, "api/waiting")).toMatchObject([{ id: "r" }]);
  const [row] = (await got<RunList>(server, "api/runs")).runs;
  const decision = { type: "approve", arguments: { id: 1 } };
  expect(await send({ run: "r", shown: row?.id, decisions: [["r/1/0", decision]] })).toEqual([
    200,
    { message: "continued" },
  ]);
  expect(decided).toEqual([["r", [["r/1/0", decision]], join(folder, "a.jsonl")]]);
  expect(await send({ run: "r", decisions: [["x", { type: "deny" }]] })).toEqual([
    500,
    { error: "no such call" },
  ]);
  expect(await send({ run: "r", decisions: [["x", { type: "approve", arguments: [] }]] })).toEqual([
    400,
    { error: "the arguments must be a JSON object" },
  ]);
  expect(await send({ run: "r", decisions: [] })).toMatchObject([400, {}]);
});

test("adds a replayed run to the list", async () => {
  writeTrace("a.jsonl", "a".repeat(32));
  const events = lines("d".repeat(32), "Replayed?", true).map(
    (line) => JSON.parse(line) as TraceEvent,
  );
  const server = await started({
    actions: {
      replay: ({ turn, program }) =>
        Promise.resolve({ events, message: `${String(turn)} ${program}` }),
    },
  });
  const [row] = (await got<RunList>(server, "api/runs")).runs;
  const response = await fetch(`${server.url}api/replay`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: new URL(server.url).origin },
    body: JSON.stringify({ run: row?.id, turn: 1, program: "(return 2)" }),
  });
  const { id, message } = (await response.json()) as {
    readonly id: string;
    readonly message: string;
  };
  expect(message).toBe("1 (return 2)");
  expect((await got<RunContent>(server, `api/run?id=${id}`)).view.summary.title).toBe("Replayed?");
});

test("shows what can be read of a damaged trace, and reports the rest", async () => {
  writeFileSync(
    join(folder, "a.jsonl"),
    [
      formatTraceHeader(),
      "not json",
      ...lines("a".repeat(32), "Kept?", true),
      '{"type":"turn-',
    ].join("\n"),
  );
  const library = new TraceLibrary(folder, folder);
  await library.refresh();
  expect(library.rows.map(({ title }) => title)).toEqual(["Kept?"]);
  expect(library.problems.join("\n")).toContain("line 2: not JSON");
  expect(library.problems.join("\n")).toContain("ends inside line 5");
});

test("lists a child mission only with its parent", async () => {
  mkdirSync(join(folder, "a"));
  writeTrace("a.jsonl", "a".repeat(32), "Parent?", true);
  const child = lines("e".repeat(32), "Child?", true).map((line) =>
    line.replace('"data":{', `"data":{"parentTraceId":"${"a".repeat(32)}",`),
  );
  writeFileSync(
    join(folder, `${"e".repeat(32)}.jsonl`),
    `${[formatTraceHeader(), ...child].join("\n")}\n`,
  );
  const library = new TraceLibrary(folder, folder);
  await library.refresh();
  expect(library.rows.map(({ title }) => title)).toEqual(["Parent?"]);
});

test("a missing path is an error that names it", async () => {
  await expect(startViewer({ path: join(folder, "gone"), page })).rejects.toThrow(/gone: .*/);
});

test("data in a page can't end its block or begin a script", () => {
  const list = {
    title: "</script><script>alert(1)</script><!--",
    runs: [],
    unread: 0,
    problems: ["$& $'"],
    canReplay: false,
  };
  const filled = filledPage(page, { mode: "file", list, contents: [] });
  expect(filled.match(/<\/script>/g)).toHaveLength(1);
  expect(filled).not.toContain("<!--");
  const [, json = ""] =
    /<script id="data" type="application\/json">(.*)<\/script>/s.exec(filled) ?? [];
  expect((JSON.parse(json) as { readonly list: unknown }).list).toEqual(list);
});

test("a wrong port is refused at once", async () => {
  await expect(startViewer({ path: folder, page, port: -1 })).rejects.toThrow(
    "port must be a whole number from 0 to 65535",
  );
});
