import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ConfigurationError } from "./configuration-error.ts";
import type { Configuration, UpstreamConfiguration } from "./configuration.ts";
import { parseConfiguration } from "./parse-configuration.ts";
import { readConfiguration } from "./read-configuration.ts";

const location = { folder: "/project", home: "/home/ann" };

function read(data: object): Configuration {
  return parseConfiguration(JSON.stringify(data), location);
}

function upstream(data: object): UpstreamConfiguration | undefined {
  return read({ upstreams: { one: data } }).upstreams[0];
}

function mistakes(data: object | string): string[] {
  try {
    parseConfiguration(typeof data === "string" ? data : JSON.stringify(data), location);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    expect(error.message).toContain("ptc.json is invalid:\n- ");
    return error.problems.map(({ path, message }) => `${path}: ${message}`);
  }
  return [];
}

describe("the form of ptc.json", () => {
  test("reads every kind of upstream with absolute paths", () => {
    const { upstreams } = read({
      upstreams: {
        files: { command: "npx", args: ["-y", "server", "~/documents"], cwd: "sub" },
        github: { url: "https://api.example/mcp", bearer: "env:GITHUB_TOKEN" },
        shop: {
          openapi: "./shop.json",
          baseUrl: "https://shop.example",
          security: {
            key: "file:~/key",
            login: { username: "ann", password: "keychain:shop/ann" },
          },
        },
        local: { tools: "./tools.ts" },
      },
    });
    expect(upstreams.map(({ name, kind }) => [name, kind])).toEqual([
      ["files", "stdio"],
      ["github", "http"],
      ["shop", "openapi"],
      ["local", "module"],
    ]);
    expect(upstreams[0]).toMatchObject({
      command: ["npx"],
      args: [["-y"], ["server"], ["~/documents"]],
      cwd: ["/project/sub"],
    });
    expect(upstreams[1]).toMatchObject({ bearer: [{ from: "env", name: "GITHUB_TOKEN" }] });
    expect(upstreams[2]).toMatchObject({
      document: "/project/shop.json",
      security: new Map<string, unknown>([
        ["key", [{ from: "file", path: "~/key" }]],
        [
          "login",
          {
            username: ["ann"],
            password: [{ from: "keychain", service: "shop", account: "ann" }],
          },
        ],
      ]),
    });
    expect(upstreams[3]).toMatchObject({ path: "/project/tools.ts" });
  });

  test("gates writes, distrusts hints, and pins what comes from others by default", () => {
    const remote = { openapi: "https://a.example/openapi.json" };
    const { upstreams } = read({
      upstreams: { a: { command: "x" }, b: remote, c: { openapi: "x.json" }, d: { tools: "x.ts" } },
    });
    expect(
      upstreams.map(({ approve, trustHints, isPinned }) => [approve, trustHints, isPinned]),
    ).toEqual([
      ["writes", false, true],
      ["writes", false, true],
      ["writes", false, false],
      ["writes", false, false],
    ]);
  });

  test("passes policy and limits on to upstreams without their own", () => {
    const { upstreams, policy, limits } = read({
      policy: { approve: "all", trustHints: true, approvalTimeoutMs: 5 },
      limits: { callTimeoutMs: 7, maxTools: 3, programs: { steps: 10 } },
      upstreams: {
        a: { command: "x", callTimeoutMs: 9 },
        b: { url: "https://b.example/mcp", approve: "none", trustHints: false, maxTools: 4 },
      },
    });
    expect(policy).toEqual({ approve: "all", trustHints: true, approvalTimeoutMs: 5 });
    expect(limits.programs).toEqual({ steps: 10 });
    expect(upstreams).toMatchObject([
      { approve: "all", trustHints: true, limits: { callTimeoutMs: 9, maxTools: 3 } },
      { approve: "none", trustHints: false, limits: { callTimeoutMs: 7, maxTools: 4 } },
    ]);
  });

  test("reads agents, libraries, sessions and the settings for HTTP", () => {
    const read1 = read({
      agents: {
        desk: "./desk.ts",
        sales: {
          agent: "./sales.ts",
          description: "Answers questions about orders.",
          model: "anthropic:claude-sonnet-5",
          apiKey: "env:SALES_KEY",
        },
      },
      libraries: "lib",
      pins: "state/pins",
      sessions: { store: "sessions.db", ttlMs: 60_000 },
      http: { port: 8080, token: "env:PTC_TOKEN", allowedOrigins: ["https://app.example"] },
    });
    expect(read1).toMatchObject({
      agents: new Map<string, object>([
        ["desk", { module: "/project/desk.ts" }],
        [
          "sales",
          {
            module: "/project/sales.ts",
            description: "Answers questions about orders.",
            model: {
              name: "anthropic:claude-sonnet-5",
              apiKey: [{ from: "env", name: "SALES_KEY" }],
            },
          },
        ],
      ]),
      libraries: "/project/lib",
      pins: "/project/state/pins",
      sessions: { store: "/project/sessions.db", ttlMs: 60_000 },
      http: {
        host: "127.0.0.1",
        port: 8080,
        tokens: new Map([["client", [{ from: "env", name: "PTC_TOKEN" }]]]),
      },
    });
    expect(read({}).sessions.ttlMs).toBe(604_800_000);
  });

  test("accepts comments and trailing commas", () => {
    const text = '{ // mine\n "upstreams": { "a": { "command": "x", }, }, /* end */ }';
    expect(parseConfiguration(text, location).upstreams).toHaveLength(1);
  });

  test("reads OAuth with a secret or a private key", () => {
    const oauth = { clientId: "id", issuer: "https://login.example" };
    const url = "https://a.example/mcp";
    expect(upstream({ url, oauth: { ...oauth, clientSecret: "env:SECRET" } })).toMatchObject({
      oauth: { clientSecret: [{ from: "env", name: "SECRET" }], algorithm: "RS256" },
    });
    expect(mistakes({ upstreams: { a: { url, oauth } } })).toEqual([
      "upstreams.a.oauth: needs either `clientSecret` or `privateKey`; for the login of a person, set `login` to true",
    ]);
    expect(
      mistakes({ upstreams: { a: { url, oauth: { clientSecret: "env:S", port: 1 } } } }),
    ).toEqual([
      "upstreams.a.oauth.port: belongs to a login: set `login` to true",
      "upstreams.a.oauth.clientId: is missing: client credentials need it",
      "upstreams.a.oauth.issuer: is missing: client credentials need it",
    ]);
  });

  test("reads the login of a person", () => {
    const url = "https://a.example/mcp";
    const login = { login: true, clientId: "desk", issuer: "https://login.example", port: 8_085 };
    const { logins, upstreams } = read({
      upstreams: {
        a: { url, oauth: { ...login, clientSecret: "env:S" } },
        b: { url, oauth: { login: true } },
      },
    });
    expect(logins).toBe("/project/.ptc/logins");
    expect(upstreams).toMatchObject([
      {
        login: {
          clientId: ["desk"],
          clientSecret: [{ from: "env", name: "S" }],
          issuer: "https://login.example",
          port: 8_085,
        },
      },
      { login: {} },
    ]);
    const wrong = { login: true, clientSecret: "env:S", privateKey: "env:K" };
    expect(mistakes({ upstreams: { a: { url, oauth: wrong } } })).toEqual([
      "upstreams.a.oauth.privateKey: a login can't use it: remove it",
      "upstreams.a.oauth.clientSecret: needs `clientId`, and `issuer`, the only server that gets the secret",
    ]);
  });
});

describe("mistakes", () => {
  test.each([
    ["", ": invalid JSON in line 1, column 1: value expected"],
    ["[]", ': expected an object, such as { "upstreams": { … } }'],
    ['{\n  "upstreams": {,}\n}', /^: invalid JSON in line 2, column 17: value expected/],
    ['{ "http": {}, "http": {} }', "http: appears twice, also in line 1, column 15"],
    ["[".repeat(100), ": the file has more than 50 levels"],
    [{ upstream: {} }, "upstream: unknown field (did you mean `upstreams`?)"],
    [
      { policy: { approve: "write" } },
      'policy.approve: expected "all", "writes", "destructive", "none"',
    ],
    [{ agents: { a: 7 } }, "agents.a: expected an object"],
    [
      { agents: { a: { module: "./a.ts", agent: "./a.ts" } } },
      "agents.a.module: unknown field (use `agent`)",
    ],
    [
      { agents: { a: { agent: "./a.ts", model: "sonnet" } } },
      'agents.a.model: expected provider:model, such as "anthropic:claude-sonnet-5"',
    ],
    [
      { agents: { a: { agent: "./a.ts", apiKey: "env:K" } } },
      "agents.a.model: is missing: `apiKey` and `baseUrl` belong to a model",
    ],
    [
      { agents: { a: { agent: "./a.ts", model: "openai:x", apiKey: "plain" } } },
      /^agents.a.apiKey: has a credential in the file: set an environment variable/,
    ],
    [
      { sessions: { keys: [{ id: "1", key: "env:K" }] } },
      "sessions.keys: encrypt a file: set `sessions.store` too",
    ],
    [
      {
        sessions: {
          store: "s.db",
          keys: [
            { id: "1", key: "env:K" },
            { id: "1", key: "env:L" },
          ],
        },
      },
      "sessions.keys[1].id: another key has this id: rename one",
    ],
    [{ http: { prt: 1 } }, "http.prt: unknown field (did you mean `port`?)"],
    [{ http: { port: 70_000 } }, "http.port: expected at most 65535"],
    [{ upstreams: { a: 7 } }, "upstreams.a: expected an object"],
    [
      { upstreams: { a: {} } },
      "upstreams.a: needs one of the fields `command`, `url`, `openapi` and `tools`",
    ],
    [
      { upstreams: { a: { command: "x", url: "https://a.example" } } },
      "upstreams.a: has `command` and `url`: split it into one upstream for each",
    ],
    [
      { upstreams: { a: { command: "x", arg: [] } } },
      "upstreams.a.arg: unknown field (did you mean `args`?)",
    ],
    [{ upstreams: { a: { command: "x", args: [1] } } }, "upstreams.a.args[0]: expected a text"],
    [{ upstreams: { a: { url: "ftp://x" } } }, /^upstreams.a.url: expected a URL that begins with/],
    [
      { upstreams: { a: { url: "https://a.example", timeout: 3 } } },
      "upstreams.a.timeout: unknown field (use `callTimeoutMs`)",
    ],
    [
      { upstreams: { "my server": { command: "x" } } },
      /^upstreams.my server: a name has up to 30 ASCII letters.* use "my-server"$/,
    ],
    [
      { upstreams: { Files: { command: "x" }, files: { command: "y" } } },
      'upstreams.files: resembles the upstream "Files", so programs could confuse them: rename one',
    ],
    [
      { upstreams: { a_b: { command: "x" } }, mcpServers: { "a b": { command: "y" } } },
      'upstreams.a-b: resembles the upstream "a_b", so programs could confuse them: rename one',
    ],
    [
      { upstreams: { a: { openapi: "x.json", security: { key: "env:KEY" } } } },
      /^upstreams.a.baseUrl: is missing/,
    ],
    [
      { upstreams: { a: { command: "x", env: { A: "${input:key}" } } } },
      /^upstreams.a.env.A: `\$\{input:…\}` asks in VS Code only/,
    ],
    [{ upstreams: { a: { command: "x", env: { A: "${a b}" } } } }, /unknown variable/],
    [{ upstreams: { a: { command: "x", env: { A: "${env:A" } } } }, /has no `\}`/],
    [
      { upstreams: { a: { command: "x", env: { A: "env:a-b" } } } },
      /needs the name of an environment/,
    ],
    [{ http: { token: "keychain:-w" } }, /^http.token: `keychain:` needs a service/],
  ])("%j names the field and what to do", (data, expected) => {
    const found = mistakes(data);
    if (typeof expected === "string") expect(found).toContain(expected);
    else
      expect(
        found.some((line) => expected.test(line)),
        found.join("\n"),
      ).toBe(true);
  });

  test("reports all mistakes at once", () => {
    expect(mistakes({ upstreams: { a: {}, b: { command: 7 } }, http: {} })).toHaveLength(2);
  });

  test("a field named like one of every object is an unknown field", () => {
    expect(mistakes('{ "__proto__": { "upstreams": {} } }')[0]).toMatch(
      /^__proto__: unknown field/,
    );
  });
});

describe("credentials in the file", () => {
  const secret = "hunter2-very-secret";
  const token = `ghp_${"a1B2".repeat(9)}`;
  test.each([
    ["upstreams.a.bearer", { url: "https://a.example", bearer: secret }],
    ["upstreams.a.bearer", { url: "https://a.example", bearer: `${secret} \${env:A}` }],
    [
      "upstreams.a.headers.Authorization",
      { url: "https://a.example", headers: { Authorization: `Bearer ${secret}` } },
    ],
    [
      "upstreams.a.headers.X-Api-Key",
      { url: "https://a.example", headers: { "X-Api-Key": secret } },
    ],
    ["upstreams.a.headers.X-Team", { url: "https://a.example", headers: { "X-Team": token } }],
    ["upstreams.a.url", { url: `https://ann:${secret}@a.example` }],
    ["upstreams.a.url", { url: `https://a.example/?api_key=${secret}` }],
    [
      "upstreams.a.oauth.clientSecret",
      {
        url: "https://a.example",
        oauth: { clientId: "x", issuer: "https://b.example", clientSecret: secret },
      },
    ],
    ["upstreams.a.env.GITHUB_TOKEN", { command: "x", env: { GITHUB_TOKEN: secret } }],
    ["upstreams.a.env.dbPassword", { command: "x", env: { dbPassword: secret } }],
    ["upstreams.a.args[0]", { command: "x", args: [`--api-key=${secret}`] }],
    ["upstreams.a.args[1]", { command: "x", args: ["--token", secret] }],
    ["upstreams.a.args[0]", { command: "x", args: [token] }],
    [
      "upstreams.a.security.key",
      { openapi: "x.json", baseUrl: "https://a.example", security: { key: secret } },
    ],
    [
      "upstreams.a.security.b.password",
      {
        openapi: "x.json",
        baseUrl: "https://a.example",
        security: { b: { username: "u", password: secret } },
      },
    ],
  ])("%s is refused without showing it", (path, data) => {
    const found = mistakes({ upstreams: { a: data } });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(
      /has a credential in the file: set an environment variable and write "env:/,
    );
    expect(found[0]?.startsWith(`${path}: `)).toBe(true);
    expect(found.join()).not.toContain(secret);
    expect(found.join()).not.toContain(token);
  });

  test("credentials without encryption cause a warning", () => {
    const bearer = "env:TOKEN";
    const { warnings } = read({
      upstreams: {
        a: { url: "http://a.example/mcp", bearer },
        b: { url: "http://localhost:8080/mcp", bearer },
        c: { url: "https://c.example/mcp", bearer },
      },
    });
    expect(warnings).toEqual([
      {
        path: "upstreams.a.url",
        message: "credentials are sent without encryption: use https://",
      },
    ]);
  });

  test("references and ordinary values are accepted", () => {
    const { upstreams } = read({
      upstreams: {
        a: {
          url: "https://a.example/?team=x&key=${env:KEY}",
          headers: { Authorization: "Bearer ${env:TOKEN}", "X-Team": "blue", Cookie: "env:COOKIE" },
        },
        b: {
          command: "x",
          args: ["--token=${env:TOKEN}", "--token", "env:TOKEN", "--key-file", "./key.pem", "-v"],
          env: {
            KEY_FILE: "/run/key",
            TOKEN_URL: "https://a.example",
            LOG_LEVEL: "debug",
            KEY: "",
          },
        },
        c: { command: "x", env: { API_KEY: { command: "op", args: ["read", "op://team/key"] } } },
      },
    });
    expect(upstreams).toHaveLength(3);
    expect(upstreams[1]).toMatchObject({
      args: [
        ["--token=", { from: "env", name: "TOKEN" }],
        ["--token"],
        [{ from: "env", name: "TOKEN" }],
        ["--key-file"],
        ["./key.pem"],
        ["-v"],
      ],
    });
    expect(upstreams[2]).toMatchObject({
      env: new Map([
        ["API_KEY", [{ from: "command", command: "op", args: ["read", "op://team/key"] }]],
      ]),
    });
  });
});

describe("files of other clients", () => {
  const files = join(import.meta.dirname, "../../test/fixtures");
  const readFixture = async (name: string) => await readConfiguration(join(files, name));

  test("reads the file of Claude Desktop", async () => {
    const { upstreams, warnings, folder } = await readFixture("claude_desktop_config.json");
    expect(folder).toBe(files);
    expect(upstreams).toMatchObject([
      { name: "filesystem", kind: "stdio", command: ["npx"], approve: "writes", isPinned: true },
      {
        name: "Brave-Search",
        env: new Map([["BRAVE_API_KEY", [{ from: "env", name: "BRAVE_API_KEY" }]]]),
      },
    ]);
    expect(warnings.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      "mcpServers.Brave Search: its tools are called (tool/Brave-Search/… …), because of its name",
    ]);
  });

  test("reads the file of Cursor, whose paths begin in the project", async () => {
    const { upstreams, folder, warnings } = await readFixture(".cursor/mcp.json");
    expect(folder).toBe(files);
    expect(upstreams).toMatchObject([
      { name: "local", args: [["run"], [{ from: "folder", folder: "workspace" }, "/server.py"]] },
      {
        name: "remote",
        kind: "http",
        url: ["https://mcp.example/mcp"],
        headers: new Map([["Authorization", ["Bearer ", { from: "env", name: "MCP_TOKEN" }]]]),
      },
      { name: "old", transport: "sse", isDisabled: true },
    ]);
    expect(warnings.map(({ path }) => path)).toEqual(["mcpServers.local.envFile"]);
  });

  test("reads the file of VS Code with its comments", async () => {
    const { upstreams } = await readFixture(".vscode/mcp.json");
    expect(upstreams).toMatchObject([
      { name: "github", kind: "http", url: ["https://api.example/mcp/"] },
      { name: "playwright", kind: "stdio", args: [["-y"], ["@playwright/mcp@latest"]] },
    ]);
  });

  test("reads the variables of Claude Code", () => {
    const { upstreams } = read({
      mcpServers: {
        api: {
          type: "http",
          url: "${API_BASE_URL:-https://api.example}/mcp",
          headers: { Authorization: "Bearer ${API_KEY}" },
        },
      },
    });
    expect(upstreams[0]).toMatchObject({
      url: [{ from: "env", name: "API_BASE_URL", fallback: "https://api.example" }, "/mcp"],
    });
  });

  test("refuses their literal credentials and unknown types", () => {
    const found = mistakes({
      mcpServers: {
        a: { command: "x", env: { API_TOKEN: "0123456789abcdef" } },
        b: { type: "websocket", url: "https://b.example" },
      },
    });
    expect(found).toEqual([
      expect.stringMatching(
        /^mcpServers.a.env.API_TOKEN: has a credential in the file: set an environment variable and write "env:API_TOKEN"/,
      ),
      'mcpServers.b.type: expected "stdio", "http" or "sse"',
    ]);
  });

  test("a missing file is reported by its name", async () => {
    await expect(readConfiguration("/nowhere/ptc.json")).rejects.toThrow(
      "/nowhere/ptc.json is invalid:\n- can't read it: ",
    );
  });
});
