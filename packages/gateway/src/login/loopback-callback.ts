// Receives the redirect of a browser after a login: a server on this computer, for one answer.

import { timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { LoadError } from "@ptc/core/internal/host";

/** A server that waits for the redirect. */
export interface Callback {
  /** Where the authorization server sends the browser. */
  readonly redirectUrl: string;
  /** Resolves to the parameters of the first redirect that has the state of this login. */
  readonly parameters: Promise<URLSearchParams>;
  readonly close: () => void;
}

const path = "/callback";

/**
 * Listens at a port, or at a free one. Other programs and pages can send requests to it, so only
 * one with `state` counts.
 * @throws LoadError if the port is in use
 */
export async function listenForCallback(port: number, state: string): Promise<Callback> {
  let received: (parameters: URLSearchParams) => void = () => undefined;
  const parameters = new Promise<URLSearchParams>((resolve) => {
    received = resolve;
  });
  const server = createServer((request, response) => {
    const found = redirected(request, state);
    answer(response, found);
    if (found !== undefined) received(found);
  });
  server.maxConnections = 20;
  server.listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    throw new LoadError(
      `this computer can't listen at 127.0.0.1:${String(port)} (${code}): end the program that uses it, or change oauth.port`,
    );
  }
  const { port: chosen } = server.address() as AddressInfo;
  return {
    redirectUrl: `http://127.0.0.1:${String(chosen)}${path}`,
    parameters,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function redirected({ method, url = "" }: IncomingMessage, state: string) {
  if (method !== "GET" || !URL.canParse(url, "http://127.0.0.1")) return undefined;
  const { pathname, searchParams } = new URL(url, "http://127.0.0.1");
  return pathname === path && isEqual(searchParams.get("state") ?? "", state)
    ? searchParams
    : undefined;
}

function isEqual(given: string, wanted: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(wanted)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** The page has no text of the request. */
function answer(response: ServerResponse, found: URLSearchParams | undefined): void {
  const text =
    found === undefined
      ? "This address is only for the login that waits in your terminal."
      : found.has("code")
        ? "You can close this page and return to your terminal."
        : "The login was refused. Your terminal shows the reason.";
  response.writeHead(found === undefined ? 404 : 200, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'",
    "cache-control": "no-store",
    connection: "close",
  });
  response.end(`<!doctype html><title>PTC</title><p>${text}</p>\n`);
}
