// Runs the servers of the guides as real servers, and sends them programs with unusual answers. The
// end of each block, after `// Try it:`, is left out, so a server has to keep itself running.

import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundledCommand } from "../../../vitest.bundles.ts";
import { blocksOf, transpiled } from "./readme-block.ts";
import { repositoryRoot } from "./workspaces.ts";

/** Serves the module worker of an edge runtime over HTTP. */
const edgeRuntime = `
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
const server = createServer(async (request, response) => {
  // A runtime doesn't call the worker for a request that it couldn't read.
  const body = await text(request).catch(() => undefined);
  if (body === undefined) return;
  const answer = await worker.fetch(new Request("http://edge/", { method: "POST", body }));
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(await answer.text());
});
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
const { port } = server.address();
`;

const guides = [
  { guide: "servers.md", has: "createServer", runtime: "" },
  { guide: "worker.md", has: "const worker", runtime: edgeRuntime },
];

/** Programs whose results JSON has no direct form for, and programs that fail. */
const unusual: readonly (readonly [program: string, status: number])[] = [
  ["(* 99999999999 99999999999)", 200],
  ["[1 {:a (* 99999999999 99999999999)}]", 200],
  ["(- (* 99999999999 99999999999))", 200],
  ["##NaN", 200],
  ["##Inf", 200],
  ["(- 0.0)", 200],
  ["#{1 2 3}", 200],
  ["nil", 200],
  [":a/b", 200],
  ["\\newline", 200],
  ['#inst "2026-01-02T03:04:05Z"', 200],
  ["(fn [x] x)", 200],
  ["inc", 200],
  ['#"a+"', 200],
  ["(atom 1)", 422],
  ['{"__proto__" {"a" 1} "constructor" 2 "toJSON" 3 "then" 4}', 200],
  ['"\\u2028 \\ud83d <script>"', 200],
  ['(str/join (repeat 10000 "x"))', 200],
  ["(reduce (fn [value _] [value]) [] (range 200))", 200],
  ["", 200],
  ["{[1 2] 3}", 422],
  ["(range)", 422],
  ["(/ 1 0)", 422],
  ["(((", 422],
  ['(throw (ex-info "no" {:a (* 99999999999 99999999999)}))', 422],
  ["(loop [] (recur))", 422],
  ["(defn f [x] (inc (f x))) (f 1)", 422],
  ["(tool/none {})", 422],
  ["(loop [all []] (recur (conj all (vec (range 1000)))))", 422],
  ['(loop [text "x"] (recur (str text text)))', 422],
  ['(loop [] (println (str/join (repeat 1000 "x"))) (recur))', 422],
  ["(pmap (fn [_] (loop [] (recur))) (range 1000))", 422],
];

describe.each(guides)("the server of $guide", ({ guide, has, runtime }) => {
  let child: ChildProcessByStdio<null, Readable, Readable>;
  let port = 0;

  beforeAll(async () => {
    const markdown = readFileSync(join(repositoryRoot, "docs/guides", guide), "utf8");
    const { code = "" } = blocksOf(markdown).find((block) => block.code.includes(has)) ?? {};
    const [server = "", rest] = code.split("// Try it:");
    if (rest === undefined) throw new Error('the block has no comment "// Try it:"');
    const program = `${transpiled(server)}${runtime}\nconsole.log(port);`;
    child = spawn(
      process.execPath,
      [...(await bundledCommand()), "--input-type=module", "--eval", program],
      { cwd: join(repositoryRoot, "apps/cli"), stdio: ["ignore", "pipe", "pipe"] },
    );
    const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
    port = Number(line);
  });

  afterAll(() => {
    child.kill("SIGKILL");
  });

  const ask = async (body: string): Promise<readonly [number, unknown]> => {
    const response = await fetch(`http://127.0.0.1:${String(port)}/`, { method: "POST", body });
    return [response.status, await response.json()];
  };

  // Both servers write answers with the same functions, so one of them gets a sample.
  const isSampled = process.env["PTC_TESTS"] === undefined && guide !== "servers.md";
  const programs = unusual.filter((_, index) => !isSampled || index % 4 === 0);
  test.each(programs)("answers %j with status %i, and continues", async (program, status) => {
    const [found, answer] = await ask(program);
    expect([found, answer]).toEqual([
      status,
      expect.objectContaining(status === 200 ? {} : { error: expect.any(String) as string }),
    ]);
    expect(await ask("(+ 1 2)")).toEqual([200, { value: 3 }]);
  });

  test.runIf(guide === "servers.md")("refuses a long body before it has arrived", async () => {
    const socket = connect(port, "127.0.0.1");
    socket.write("POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9000000000\r\n\r\n");
    socket.write("x".repeat(200_000));
    const [answer] = (await once(socket, "data")) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
    expect(await ask("(+ 1 2)")).toEqual([200, { value: 3 }]);
  });

  test("continues after clients that disconnect", async () => {
    for (const sent of [
      "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n(+ 1",
      "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 17\r\n\r\n(loop [] (recur))",
    ]) {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => undefined);
      socket.write(sent);
      await once(socket, "connect");
      // The server has the first part when it has answered another request.
      await ask("1");
      socket.resetAndDestroy();
    }
    expect(await ask("(+ 1 2)")).toEqual([200, { value: 3 }]);
    expect(child.exitCode).toBeNull();
  });
});
