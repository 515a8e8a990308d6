// Tests the actions of `ptc mcp` and `ptc-mcp` in this process, with files in a temporary folder.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, Readable, Writable } from "node:stream";
import { describe, expect, test } from "vitest";
import { runGateway } from "../../src/index.ts";
import { folderWith, ran } from "./ran-action.ts";

const tools = "export const tools = { add: ({ a, b }) => a + b };\n";
const secret = "ghp_0123456789abcdefghij0123456789abcdef";

describe("init", () => {
  test("writes a file, and doesn't overwrite it", async () => {
    const folder = folderWith({});
    expect(await ran(folder, { action: "init" })).toMatchObject({ code: 0, errors: "" });
    expect(JSON.parse(readFileSync(join(folder, "ptc.json"), "utf8"))).toEqual({
      $schema: "https://unpkg.com/@ptc/gateway/ptc.schema.json",
      upstreams: {},
      sessions: { store: ".ptc/sessions.db" },
    });
    expect(await ran(folder, { action: "init" })).toEqual({
      code: 2,
      output: "",
      errors: "ptc mcp: ptc.json exists, and isn't overwritten: edit it, or move it away first\n",
    });
  });

  const files = {
    ".mcp.json": {
      mcpServers: {
        github: { command: "github-mcp", env: { GITHUB_TOKEN: secret, HOST: "github.example" } },
        ptc: { command: "npx", args: ["-y", "@ptc/mcp-server"] },
        "my docs": {
          type: "http",
          url: "https://docs.example/mcp",
          headers: { Authorization: `Bearer ${secret}` },
        },
      },
    },
    ".cursor/mcp.json": {
      mcpServers: { github: { command: "another" }, files: { command: "files" } },
    },
    ".vscode/mcp.json": `{ "servers": { "issues": { "command": "issues", "args": ["--key", "\${input:issue-key}"] } }, "inputs": [] } // a comment`,
    ".config/Claude/claude_desktop_config.json": {
      mcpServers: { desktop: { command: "desktop" } },
    },
  };

  test("includes the servers of the project's files without their credentials", async () => {
    const folder = folderWith(files);
    const { code, output } = await ran(folder, { action: "init", yes: true });
    expect(code).toBe(0);
    const text = readFileSync(join(folder, "ptc.json"), "utf8");
    expect(text).not.toContain(secret);
    expect(output).not.toContain(secret);
    expect((JSON.parse(text) as { readonly upstreams: unknown }).upstreams).toEqual({
      github: {
        command: "github-mcp",
        env: { GITHUB_TOKEN: "${env:GITHUB_TOKEN}", HOST: "github.example" },
      },
      "my-docs": {
        url: "https://docs.example/mcp",
        headers: { Authorization: "Bearer ${env:MY_DOCS_AUTHORIZATION}" },
      },
      files: { command: "files" },
      issues: { command: "issues", args: ["--key", "${env:ISSUE_KEY}"] },
    });
    expect(output).toContain("note: ptc is left out: it is this server");
    expect(output).toContain(
      "note: github of .cursor/mcp.json is left out: another file has a server of this name",
    );
    expect(output).toContain("note: github needs the environment variable GITHUB_TOKEN");
    expect(output).toContain("found 1 upstream of ~/.config/Claude/claude_desktop_config.json");
  });

  test("without a terminal, says how to include what it found", async () => {
    const folder = folderWith(files);
    const { output } = await ran(folder, { action: "init" });
    expect(output).toContain(
      "found 1 upstream of .vscode/mcp.json (issues): include them with --include .vscode/mcp.json",
    );
    expect(output).toContain("wrote ptc.json with 0 upstreams");
  });

  test("asks at a terminal for each file", async () => {
    const folder = folderWith(files);
    const input = Object.assign(new PassThrough(), { isTTY: true });
    const answers = ["n\n", "\n", "yes\n", "no\n"];
    const onOutput = (text: string): void => {
      if (text.endsWith("[Y/n] ")) input.write(answers.shift());
    };
    const running = ran(folder, { action: "init" }, { input, onOutput });
    const { output } = await running;
    expect(output).toContain("Include 2 upstreams of .mcp.json (github, my-docs)? [Y/n]");
    expect(output).toContain(
      "1 upstream of ~/.config/Claude/claude_desktop_config.json (desktop)?",
    );
    const { upstreams } = JSON.parse(readFileSync(join(folder, "ptc.json"), "utf8")) as {
      readonly upstreams: object;
    };
    expect(Object.keys(upstreams)).toEqual(["github", "files", "issues"]);
  });

  test("a file of another form writes nothing", async () => {
    const folder = folderWith({ "other.json": { name: "x" } });
    const { code, errors } = await ran(folder, { action: "init", include: ["other.json"] });
    expect(code).toBe(2);
    expect(errors).toBe("ptc mcp: other.json: it has no `mcpServers` or `servers`\n");
    expect(existsSync(join(folder, "ptc.json"))).toBe(false);
  });
});

describe("doctor", () => {
  test("lists tools, and reports an upstream that can't start", async () => {
    const folder = folderWith({
      "tools.mjs": tools,
      "ptc.json": {
        upstreams: {
          own: { tools: "./tools.mjs", approve: "all" },
          broken: { command: "there-is-no-such-command" },
          off: { command: "x", disabled: true },
        },
      },
    });
    const { code, output } = await ran(folder, { action: "doctor" });
    expect(code).toBe(1);
    expect(output).toContain("ok   own (module): 1 tools\n       own/add (asks)\n");
    expect(output).toMatch(/FAIL broken \(stdio\): (?:waiting|failed)/);
    expect(output).toContain("off  off (stdio): disabled");
    expect(output).toMatch(/problem: broken: .*there-is-no-such-command/);
    expect(output).toContain("warning: sessions end with the process");
    expect(output).toContain("1 problem.");
    const json = await ran(folder, { action: "doctor", json: true });
    expect(JSON.parse(json.output)).toMatchObject({
      upstreams: [{ name: "own", state: "ready", toolNames: ["own/add (asks)"] }, {}, {}],
      problems: [expect.stringContaining("there-is-no-such-command")],
    });
  });

  test("reports mistakes in libraries with their file and line, next to other findings", async () => {
    const folder = folderWith({
      "tools.mjs": tools,
      "lib/sums.clj": "(defn total [a b]\n  (tool/own/ad {:a a}))",
      "lib/orders.clj": "(defn late [orders]\n  (filterd neg? orders))",
      "ptc.json": { upstreams: { own: { tools: "./tools.mjs" } }, libraries: "lib" },
    });
    const { code, output } = await ran(folder, { action: "doctor" });
    expect(code).toBe(1);
    expect(output).toContain("ok   own (module): 1 tools");
    expect(output).toMatch(
      /problem: libraries \S+lib: unknown symbol filterd .*\(orders\.clj, line 2, column 4\)/s,
    );
    const { code: started, errors } = await ran(folder, { action: "serve" });
    expect(started).toBe(2);
    expect(errors).toMatch(
      /libraries: .*unknown symbol filterd .*\(orders\.clj, line 2, column 4\)/s,
    );
  });

  test("reports a token that isn't set, and never its value", async () => {
    const folder = folderWith({
      "tools.mjs": tools,
      "ptc.json": { upstreams: { own: { tools: "./tools.mjs" } }, http: { token: "env:PTC_T" } },
    });
    expect(await ran(folder, { action: "doctor" })).toMatchObject({
      code: 1,
      output: expect.stringContaining("the environment variable PTC_T is not set") as string,
    });
    const { code, output } = await ran(
      folder,
      { action: "doctor" },
      { environment: { PTC_T: secret } },
    );
    expect(code).toBe(0);
    expect(output).not.toContain(secret);
    expect(output).toContain("Everything works.");
  });

  test.each([false, true])(
    "hides a token that another reference repeats (json: %s)",
    async (json) => {
      const tokens = { ann: "env:PTC_T", bob: `file:${secret}` };
      const folder = folderWith({ "ptc.json": { upstreams: {}, http: { tokens } } });
      const { code, output } = await ran(
        folder,
        { action: "doctor", json },
        { environment: { PTC_T: secret } },
      );
      expect(code).toBe(1);
      expect(output).toContain("http.tokens.bob: the file [secret] can't be read: check its path");
      expect(output).not.toContain(secret);
    },
  );

  test("reports a key of sessions that can't be used, and never its value", async () => {
    const keys = [{ id: "1", key: "env:PTC_K" }];
    const folder = folderWith({ "ptc.json": { sessions: { store: "s.db", keys } } });
    const doctor = (key: string) =>
      ran(folder, { action: "doctor" }, { environment: { PTC_K: key } });
    const { code, errors, output } = await doctor("too-short");
    expect(code).toBe(2);
    expect(errors).toContain("sessions.keys[0].key: the key has fewer than 16 bytes: make one");
    expect(errors + output).not.toContain("too-short");
    expect((await doctor("")).errors).toContain("the environment variable PTC_K is not set");
    expect((await doctor("a key of enough bytes")).output).toContain("Everything works.");
  });
});

describe("list", () => {
  test("shows the state of each upstream", async () => {
    const folder = folderWith({
      "tools.mjs": tools,
      "ptc.json": { upstreams: { own: { tools: "./tools.mjs" }, gone: { tools: "./gone.mjs" } } },
    });
    const { code, output } = await ran(folder, { action: "list" });
    expect(code).toBe(0);
    const [heading, own, gone] = output.split("\n");
    expect(heading).toMatch(/^NAME +KIND +STATE +TOOLS +NOTES$/);
    expect(own).toMatch(/^own +module +ready +1$/);
    expect(gone).toMatch(/^gone +module +waiting +0 +.*gone\.mjs/);
  });

  test.each([
    [{}, "ptc mcp: there is no ptc.json in "],
    [{ config: "bad.json" }, "bad.json is invalid:\n- upstreams.x: needs one of the fields"],
  ])("explains a configuration that can't be used: %j", async (request, message) => {
    const folder = folderWith({ "bad.json": { upstreams: { x: {} } } });
    const { code, errors } = await ran(folder, { action: "list", ...request });
    expect(code).toBe(2);
    expect(errors).toContain(message);
  });
});

describe("accept", () => {
  test("accepts changed tools, whose calls were refused", async () => {
    const folder = folderWith({
      "tools.mjs": tools,
      "ptc.json": { upstreams: { own: { tools: "./tools.mjs", pinned: true } } },
    });
    await ran(folder, { action: "list" });
    const pins = join(folder, "ptc.pins", "own.json");
    writeFileSync(
      pins,
      readFileSync(pins, "utf8").replace(/"description": "[^"]{8}/, '"description": "changed_'),
    );
    const changed = await ran(folder, { action: "doctor" });
    expect(changed.code).toBe(1);
    expect(changed.output).toContain(
      "own/add changed since it was approved (description), so its calls are refused: look at it, then run `ptc mcp accept own`",
    );
    expect(await ran(folder, { action: "accept", upstream: "own", tools: ["add"] })).toEqual({
      code: 0,
      output: "accepted own/add\n",
      errors: "",
    });
    expect(await ran(folder, { action: "doctor" })).toMatchObject({ code: 0 });
    expect(await ran(folder, { action: "accept", upstream: "own" })).toMatchObject({
      output: "own has no changed and no new tools\n",
    });
    expect(await ran(folder, { action: "accept", upstream: "owm" })).toMatchObject({
      code: 2,
      errors: expect.stringContaining('there is no upstream "owm"') as string,
    });
  });
});

describe("serve", () => {
  const files = {
    "tools.mjs": tools,
    "lib/sums.clj": "(defn total [a b] (tool/own/add {:a a :b b}))",
    "ptc.json": { upstreams: { own: { tools: "./tools.mjs" } }, libraries: "./lib" },
  };

  test("answers at standard output until the input ends", async () => {
    const folder = folderWith(files);
    const input = new PassThrough();
    const lines: string[] = [];
    const running = runGateway(
      { command: "ptc mcp", action: "serve" },
      {
        input,
        output: new Writable({
          write: (chunk: Buffer, _encoding, done) => {
            lines.push(...chunk.toString().split("\n").filter(Boolean));
            done();
          },
        }),
        errors: new PassThrough(),
        environment: {},
        folder,
        onSignal: () => () => undefined,
      },
    );
    const send = (message: object): void => {
      input.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    };
    send({
      id: 1,
      method: "initialize",
      params: {
        protocolVersion: "2025-06-18",
        capabilities: {},
        clientInfo: { name: "t", version: "1" },
      },
    });
    await expect.poll(() => lines.length, { timeout: 20_000 }).toBe(1);
    send({ method: "notifications/initialized" });
    const program = "(ns app (:require [sums :as s])) (s/total 1 2)";
    send({ id: 2, method: "tools/call", params: { name: "lisp_eval", arguments: { program } } });
    await expect
      // The first program loads the evaluator.
      .poll(() => lines.map((line) => JSON.parse(line) as unknown), { timeout: 20_000 })
      .toContainEqual(
        expect.objectContaining({
          id: 2,
          result: expect.objectContaining({
            structuredContent: expect.objectContaining({ status: "ok", value: 3 }) as object,
          }) as object,
        }),
      );
    input.end();
    expect(await running).toBe(0);
  });

  test("over HTTP, says where it listens, and ends with a signal", async () => {
    const folder = folderWith(files);
    let stop: (() => void) | undefined;
    let errors = "";
    const running = runGateway(
      { command: "ptc mcp", action: "serve", http: true, port: 0 },
      {
        input: Readable.from([]),
        output: new PassThrough(),
        errors: new Writable({
          write: (chunk: Buffer, _encoding, done) => {
            errors += chunk.toString();
            done();
          },
        }),
        environment: {},
        folder,
        onSignal: (signal, listener) => {
          if (signal === "SIGTERM") stop = listener;
          return () => undefined;
        },
      },
    );
    await expect
      .poll(() => errors, { timeout: 20_000 })
      .toMatch(/^ptc mcp: serves 1 upstream at http:\/\/127\.0\.0\.1:\d+\/mcp\n$/);
    const url = /http:\S+/.exec(errors)?.[0] ?? "";
    expect(
      await ran(folder, { action: "serve", http: true, port: Number(new URL(url).port) }),
    ).toMatchObject({
      code: 2,
      errors: expect.stringContaining("another program uses 127.0.0.1:") as string,
    });
    stop?.();
    expect(await running).toBe(0);
    await expect(fetch(url)).rejects.toThrow();
  });

  test("needs a token for other computers", async () => {
    const folder = folderWith(files);
    expect(await ran(folder, { action: "serve", http: true, host: "0.0.0.0" })).toMatchObject({
      code: 2,
      errors: expect.stringContaining("so clients need a token") as string,
    });
  });
});
