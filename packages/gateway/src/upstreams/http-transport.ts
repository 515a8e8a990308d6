// The transport to an MCP server at a URL, with bounds for what it answers.

import {
  ClientCredentialsProvider,
  PrivateKeyJwtProvider,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type AuthProvider,
  type OAuthClientProvider,
  type Transport,
} from "@modelcontextprotocol/client";
import type { Fetch } from "@ptc/core/internal/fetch";
import type { HttpUpstream } from "../config/configuration.ts";
import type { Credentials } from "../config/credentials.ts";
import { loginClient } from "../login/login-client.ts";
import { LoginFile } from "../login/login-file.ts";
import { storedLogin, type StoredLoginParts } from "../login/stored-login.ts";
import { boundedAnswers } from "./bounded-answers.ts";
import type { UpstreamClock } from "./flood-gate.ts";

export interface HttpOptions {
  readonly fetch: Fetch;
  readonly clock: UpstreamClock;
  /** The folder with the tokens of logins. */
  readonly logins: string;
  /** The command by which a person logs in, for errors. */
  readonly loginCommand: string;
}

/** Looks up the credentials and returns the transport. @throws CredentialError */
export async function httpTransport(
  upstream: HttpUpstream,
  credentials: Credentials,
  { fetch, clock, logins, loginCommand }: HttpOptions,
): Promise<Transport> {
  const { limits, bearer } = upstream;
  const url = new URL(await credentials.text(upstream.url, "url"));
  const headers = new Headers([...(await credentials.texts(upstream.headers, "headers", true))]);
  if (bearer !== undefined)
    headers.set("authorization", `Bearer ${await credentials.text(bearer, "bearer", true)}`);
  const authProvider =
    (await oauthProvider(upstream, credentials)) ??
    (headers.has("authorization")
      ? undefined
      : await loginProvider(upstream, credentials, {
          file: new LoginFile(logins, upstream.name, url),
          loginCommand,
          clock,
        }));
  const options = {
    fetch: boundedAnswers(fetch, {
      maxAnswerBytes: limits.maxAnswerBytes,
      callTimeoutMs: limits.callTimeoutMs,
      clock,
    }),
    requestInit: { headers },
    ...(authProvider === undefined ? {} : { authProvider }),
  };
  if (upstream.transport !== "sse") return new StreamableHTTPClientTransport(url, options);
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- for servers before the protocol of 2025
  return new SSEClientTransport(url, options);
}

/** Returns the tokens of a person's login, if there was one. */
async function loginProvider(
  upstream: HttpUpstream,
  credentials: Credentials,
  parts: Pick<StoredLoginParts, "file" | "loginCommand" | "clock">,
): Promise<AuthProvider | undefined> {
  if ((await parts.file.read()) === undefined) return undefined;
  const client = await loginClient(upstream, credentials);
  return storedLogin({ ...parts, client, credentials });
}

async function oauthProvider(
  { oauth }: HttpUpstream,
  credentials: Credentials,
): Promise<OAuthClientProvider | undefined> {
  if (oauth === undefined) return undefined;
  const { clientId, clientSecret, privateKey, algorithm, scope, issuer } = oauth;
  const common = {
    clientId: await credentials.text(clientId, "oauth.clientId"),
    clientName: "ptc",
    expectedIssuer: issuer,
    ...(scope === undefined ? {} : { scope }),
  };
  if (clientSecret !== undefined)
    return rememberingTokens(
      new ClientCredentialsProvider({
        ...common,
        clientSecret: await credentials.text(clientSecret, "oauth.clientSecret", true),
      }),
      credentials,
    );
  return rememberingTokens(
    new PrivateKeyJwtProvider({
      ...common,
      algorithm,
      privateKey: await credentials.text(privateKey ?? [], "oauth.privateKey", true),
    }),
    credentials,
  );
}

/** Granted tokens are secrets as well. */
function rememberingTokens(
  provider: ClientCredentialsProvider | PrivateKeyJwtProvider,
  credentials: Credentials,
): OAuthClientProvider {
  const save = provider.saveTokens.bind(provider);
  provider.saveTokens = (tokens) => {
    credentials.remember(tokens.access_token);
    if (tokens.refresh_token !== undefined) credentials.remember(tokens.refresh_token);
    save(tokens);
  };
  return provider;
}
