// Tests the login at MCP servers over HTTP, with an authorization server on this computer.

import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openUpstreams, parseConfiguration, type Upstreams } from "../../src/index.ts";
import { memoryPins, result } from "../opened.ts";
import { loginServer, type LoginServer } from "./authorization-server.ts";
import { folderWith, ran, type Outcome } from "./ran-action.ts";

const page = /Open this page to log in to crm:\n {2}(\S+)\n/;

/** Logs in as a person with a browser, which may do something else with the page. */
async function loggedIn(
  folder: string,
  visit: (page: string) => Promise<unknown> = async (shown) => await fetch(shown),
): Promise<Outcome> {
  let isVisited = false;
  return await ran(
    folder,
    { action: "login", upstream: "crm" },
    {
      onOutput: (text) => {
        const shown = page.exec(text)?.[1];
        if (shown === undefined || isVisited) return;
        isVisited = true;
        void visit(shown);
      },
    },
  );
}

function folderOf(server: LoginServer, fields: object = {}): string {
  return folderWith({ "ptc.json": { upstreams: { crm: { url: server.url, ...fields } } } });
}

function opened(folder: string): Upstreams {
  const text = readFileSync(join(folder, "ptc.json"), "utf8");
  const configuration = parseConfiguration(text, { folder });
  const open = { ...configuration, upstreams: configuration.upstreams.map(withoutApproval) };
  const upstreams = openUpstreams(open, { pins: memoryPins(), env: {} });
  onTestFinished(() => upstreams.close());
  return upstreams;
}

function withoutApproval<One extends object>(upstream: One): One & { readonly approve: "none" } {
  return { ...upstream, approve: "none" };
}

/** The SDK warns of tokens that a server refuses. */
function silencedWarnings() {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  onTestFinished(() => {
    warned.mockRestore();
  });
  return warned;
}

const tokenFile = ".ptc/logins/crm.json";

describe("a login", () => {
  test("keeps tokens for this user only, which calls use and refresh", async () => {
    const server = await loginServer();
    const folder = folderOf(server);
    const { code, output, errors } = await loggedIn(folder);
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(output).toContain(`logged in to crm; its tokens are in ${tokenFile}\n`);
    expect(server.events).toEqual(["register", "authorize", "token"]);
    expect(statSync(join(folder, tokenFile)).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, ".ptc/logins")).mode & 0o777).toBe(0o700);
    expect(readFileSync(join(folder, ".ptc/logins/.gitignore"), "utf8")).toBe("*\n");
    for (const secret of server.secrets) expect(output).not.toContain(secret);

    const upstreams = opened(folder);
    expect(await result("(tool/crm/who)", await upstreams.tools())).toBe("ann");
    const [, token = ""] = server.secrets;
    expect(upstreams.hideSecrets(`it is ${token}`)).toBe("it is [secret]");

    server.revoke("access");
    expect(await result("(tool/crm/who)", await upstreams.tools())).toBe("ann");
    expect(await result("(tool/crm/who)", await opened(folder).tools())).toBe("ann");
    expect(server.events.slice(3)).toEqual(["refresh"]);
    expect(statSync(join(folder, tokenFile)).mode & 0o777).toBe(0o600);
  });

  test("is asked for without one, and when the server has ended it", async () => {
    const warned = silencedWarnings();
    const server = await loginServer();
    const folder = folderOf(server);
    const before = opened(folder);
    expect(await before.start()).toMatchObject([
      { lastError: "the server needs a login: ptc mcp login crm", tools: 0 },
    ]);
    expect(server.events).toEqual([]);
    await before.close();
    await loggedIn(folder);
    server.revoke("all");
    const after = opened(folder);
    expect(await after.start()).toMatchObject([
      { lastError: "the server needs a login: ptc mcp login crm" },
    ]);
    expect(server.events.slice(3)).toEqual(["refused"]);
    for (const secret of server.secrets) {
      expect(readFileSync(join(folder, tokenFile), "utf8")).not.toContain(secret);
      expect(JSON.stringify(warned.mock.calls)).not.toContain(secret);
    }
    expect((await loggedIn(folder)).code).toBe(0);
    expect(await result("(tool/crm/who)", await opened(folder).tools())).toBe("ann");
  });

  test("belongs to the URL, so another server doesn't get its tokens", async () => {
    const server = await loginServer();
    const other = await loginServer();
    const folder = folderOf(server);
    await loggedIn(folder);
    writeFileSync(
      join(folder, "ptc.json"),
      JSON.stringify({ upstreams: { crm: { url: other.url } } }),
    );
    expect(await opened(folder).start()).toMatchObject([
      { lastError: "the server needs a login: ptc mcp login crm" },
    ]);
    expect(other.events).toEqual([]);
  });

  test("of two processes that refresh at the same time stays valid", async () => {
    const server = await loginServer();
    const folder = folderOf(server);
    await loggedIn(folder);
    const [one, two] = [opened(folder), opened(folder)];
    const tools = await Promise.all([one.tools(), two.tools()]);
    server.revoke("access");
    silencedWarnings();
    const calls = tools.flatMap((each) => [1, 2].map(() => result("(tool/crm/who)", each)));
    expect(await Promise.all(calls)).toEqual(["ann", "ann", "ann", "ann"]);
    expect(server.events).not.toContain("refused");
    expect(await result("(tool/crm/who)", await opened(folder).tools())).toBe("ann");
  });

  test("that the person refuses keeps nothing", async () => {
    const server = await loginServer();
    server.refuses = true;
    const folder = folderOf(server);
    expect(await loggedIn(folder)).toMatchObject({
      code: 1,
      errors: "ptc mcp: can't log in to crm: the login was refused: access_denied\n",
    });
    expect(existsSync(join(folder, tokenFile))).toBe(false);
  });

  test("ignores redirects with another state", async () => {
    const server = await loginServer();
    const folder = folderOf(server);
    const statuses: number[] = [];
    const { code } = await loggedIn(folder, async (shown) => {
      const redirect = new URL(new URL(shown).searchParams.get("redirect_uri") ?? "");
      redirect.searchParams.set("code", "of-an-attacker");
      for (const state of ["", "x"]) {
        redirect.searchParams.set("state", state);
        statuses.push((await fetch(redirect)).status);
      }
      await fetch(shown);
    });
    expect({ code, statuses }).toEqual({ code: 0, statuses: [404, 404] });
    expect(server.events).not.toContain("refused");
  });

  test("uses only the authorization server of the configuration", async () => {
    const server = await loginServer();
    const issuer = "https://login.example";
    const folder = folderOf(server, { oauth: { login: true, issuer } });
    const { code, errors } = await loggedIn(folder);
    expect(code).toBe(1);
    expect(errors).toContain(`oauth.issuer allows only ${issuer}`);
    expect(server.events).toEqual([]);
  });

  test("ends with a signal", async () => {
    const server = await loginServer();
    const folder = folderOf(server);
    let stop = (): void => undefined;
    const stopped = await ran(
      folder,
      { action: "login", upstream: "crm" },
      {
        onSignal: (_signal, listener) => {
          stop = listener;
          return () => undefined;
        },
        onOutput: () => {
          stop();
        },
      },
    );
    expect(stopped).toMatchObject({
      code: 1,
      errors: "ptc mcp: can't log in to crm: it was stopped\n",
    });
  });

  test.each([
    [undefined, "name the upstream to log in to: ptc mcp login NAME (use crm)"],
    ["crn", 'there is no upstream "crn" (did you mean `crm`?)'],
    ["key", "key has a credential in the configuration, so it needs no login"],
    ["own", "own is not an MCP server at a URL, so it has no login"],
  ])("of %s is refused with a reason", async (upstream, message) => {
    const url = "https://crm.example/mcp";
    const upstreams = { crm: { url }, key: { url, bearer: "env:KEY" }, own: { tools: "./t.mjs" } };
    const folder = folderWith({ "ptc.json": { upstreams } });
    const { code, errors } = await ran(folder, { action: "login", upstream });
    expect(code).toBe(2);
    expect(errors).toContain(message);
  });
});
