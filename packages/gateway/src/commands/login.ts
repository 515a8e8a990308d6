// Logs in to an MCP server at a URL with a browser, and keeps the tokens in a file. Prints none of
// them.

import { spawn } from "node:child_process";
import { relative } from "node:path";
import { systemClock } from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import { didYouMean, oneLine } from "@ptc/core/internal/errors";
import { boundedFetch, type Fetch } from "@ptc/core/internal/fetch";
import { LoadError } from "@ptc/core/internal/host";
import type { Configuration, HttpUpstream } from "../config/configuration.ts";
import { Credentials, KnownSecrets } from "../config/credentials.ts";
import { nodeCredentials } from "../config/node-credentials.ts";
import { loginClient } from "../login/login-client.ts";
import { LoginFile } from "../login/login-file.ts";
import { listenForCallback } from "../login/loopback-callback.ts";
import { logIn, newState } from "../login/new-login.ts";
import { configurationOf } from "./configuration-file.ts";
import type { GatewayHost } from "./host.ts";
import { writeLines } from "./output.ts";
import type { GatewayRequest } from "./request.ts";

/** The time that a person has for the login, in milliseconds. */
const loginTimeoutMs = 5 * 60_000;
/** Documents about authorization are small. */
const largestAnswer = 1_000_000;
const answerTimeoutMs = 30_000;

/** Logs in. Resolves to the exit code. */
export async function login(request: GatewayRequest, host: GatewayHost): Promise<number> {
  const { command } = request;
  const configuration = await configurationOf(request, host);
  const upstream = upstreamOf(configuration, request);
  const secrets = new KnownSecrets();
  const credentials = new Credentials(
    nodeCredentials(host.environment),
    configuration.folder,
    secrets,
  );
  const serverUrl = new URL(await credentials.text(upstream.url, "url"));
  const client = await loginClient(upstream, credentials);
  const file = new LoginFile(configuration.logins, upstream.name, serverUrl);
  const state = newState();
  const callback = await listenForCallback(upstream.login?.port ?? 0, state);
  const ending = endOf(host);
  try {
    const done = logIn({
      serverUrl,
      client,
      redirectUrl: callback.redirectUrl,
      state,
      file,
      credentials,
      fetch: boundedRequests(ending.signal),
      clock: systemClock,
      showPage: (page) => showPage(page, upstream, host),
      parameters: callback.parameters,
    });
    const reason = await Promise.race([done, ending.reason]);
    if (reason !== undefined) throw new Error(reason);
    await writeLines(host.output, [
      `logged in to ${upstream.name}; its tokens are in ${relative(host.folder, file.path) || file.path}`,
      `next: run \`${command} doctor\``,
    ]);
    return 0;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    await writeLines(host.errors, [
      `${command}: can't log in to ${upstream.name}: ${secrets.hidden(oneLine(text, 1_000))}`,
    ]);
    return 1;
  } finally {
    ending.close();
    callback.close();
  }
}

/** @throws LoadError, OptionError for an upstream that needs no login */
function upstreamOf(
  { upstreams }: Configuration,
  { upstream: name, command }: GatewayRequest,
): HttpUpstream {
  const logins = upstreams.filter(
    (one): one is HttpUpstream =>
      one.kind === "http" && one.bearer === undefined && one.oauth === undefined,
  );
  const names = logins.map((one) => one.name);
  const listed = names.length === 0 ? "no upstream can have a login" : `use ${names.join(", ")}`;
  if (name === undefined)
    throw new LoadError(`name the upstream to log in to: ${command} login NAME (${listed})`);
  const found = logins.find((one) => one.name === name);
  if (found !== undefined) return found;
  const other = upstreams.find((one) => one.name === name);
  if (other === undefined)
    throw new OptionError(
      "upstream",
      `there is no upstream ${JSON.stringify(name)} (${didYouMean(name, names) ?? listed})`,
    );
  throw new OptionError(
    "upstream",
    other.kind === "http"
      ? `${name} has a credential in the configuration, so it needs no login`
      : `${name} is not an MCP server at a URL, so it has no login`,
  );
}

async function showPage(page: URL, { name }: HttpUpstream, host: GatewayHost): Promise<void> {
  if (!/^https?:$/.test(page.protocol))
    throw new Error(`the server names a page for the login that isn't a web page`);
  await writeLines(host.output, [`Open this page to log in to ${name}:`, `  ${page.href}`]);
  if (host.input.isTTY === true) openBrowser(page);
}

/** The page is shown as well, so a browser that doesn't open is no problem. */
function openBrowser(page: URL): void {
  const program = process.platform === "darwin" ? "open" : "xdg-open";
  const child = spawn(program, [page.href], { detached: true, shell: false, stdio: "ignore" });
  child.once("error", () => undefined);
  child.unref();
}

interface Ending {
  /** Aborts when the login is over. */
  readonly signal: AbortSignal;
  /** Resolves if the person takes too long or stops the command. */
  readonly reason: Promise<string>;
  readonly close: () => void;
}

function endOf({ onSignal }: GatewayHost): Ending {
  const over = new AbortController();
  let stop: (reason: string) => void = () => undefined;
  const reason = new Promise<string>((resolve) => {
    stop = resolve;
  });
  const timer = setTimeout(() => {
    stop(`there was no login within ${String(loginTimeoutMs / 60_000)} minutes`);
  }, loginTimeoutMs);
  const ignored = (["SIGINT", "SIGTERM"] as const).map((signal) =>
    onSignal(signal, () => {
      stop("it was stopped");
    }),
  );
  return {
    signal: over.signal,
    reason,
    close: () => {
      clearTimeout(timer);
      for (const ignore of ignored) ignore();
      over.abort();
    },
  };
}

function boundedRequests(ended: AbortSignal): Fetch {
  const bounded = boundedFetch((input, init) => globalThis.fetch(input, init), {
    maxResponseBytes: largestAnswer,
  });
  return async (input, init) => {
    const signals = [ended, AbortSignal.timeout(answerTimeoutMs)];
    if (init?.signal) signals.push(init.signal);
    return await bounded(input, { ...init, signal: AbortSignal.any(signals) });
  };
}
