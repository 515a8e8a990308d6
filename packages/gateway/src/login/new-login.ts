// One login: registers a client unless the file has one, sends the person to the authorization
// server, and keeps the tokens. Everything before the tokens is in memory only.

import { randomBytes } from "node:crypto";
import {
  auth,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import type { Clock } from "@ptc/core/contracts";
import type { Fetch } from "@ptc/core/internal/fetch";
import type { Credentials } from "../config/credentials.ts";
import { clientMetadata, type LoginClient } from "./login-client.ts";
import type { LoginFile } from "./login-file.ts";
import { challengeIn, rememberTokens } from "./stored-login.ts";

export interface NewLoginOptions {
  readonly serverUrl: URL;
  readonly client: LoginClient;
  readonly redirectUrl: string;
  readonly state: string;
  readonly file: LoginFile;
  readonly credentials: Pick<Credentials, "remember">;
  readonly fetch: Fetch;
  readonly clock: Pick<Clock, "sleep">;
  /** Shows the person the page of the authorization server. */
  readonly showPage: (page: URL) => void | Promise<void>;
  /** Resolves to the parameters of the redirect. */
  readonly parameters: Promise<URLSearchParams>;
}

/** Returns a state that others can't guess. */
export function newState(): string {
  return randomBytes(32).toString("base64url");
}

/** Logs in and writes the file. Rejects with the reason if that fails. */
export async function logIn(options: NewLoginOptions): Promise<void> {
  const { serverUrl, fetch, parameters } = options;
  const provider = new NewLogin(options);
  const challenge = await challengeOf(serverUrl, fetch);
  const given = { serverUrl, fetchFn: fetch, ...challenge };
  await auth(provider, given);
  const redirected = await parameters;
  const error = redirected.get("error");
  if (error !== null) {
    const why = redirected.get("error_description");
    throw new Error(`the login was refused: ${error}${why === null ? "" : ` (${why})`}`);
  }
  const authorizationCode = redirected.get("code");
  if (authorizationCode === null) throw new Error("the redirect has no code");
  const iss = redirected.get("iss");
  await auth(provider, { ...given, authorizationCode, ...(iss === null ? {} : { iss }) });
}

/** Asks the server without a token, because its refusal names its authorization server. */
async function challengeOf(serverUrl: URL, fetch: Fetch) {
  const response = await fetch(serverUrl, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
  });
  await response.body?.cancel();
  return response.status === 401 ? challengeIn(response) : {};
}

class NewLogin implements OAuthClientProvider {
  private readonly options: NewLoginOptions;
  private client: StoredOAuthClientInformation | undefined;
  private verifier = "";
  private discovery: OAuthDiscoveryState | undefined;

  constructor(options: NewLoginOptions) {
    this.options = options;
    const { clientId, clientSecret, issuer } = options.client;
    if (clientId !== undefined)
      this.client = {
        client_id: clientId,
        ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
        ...(issuer === undefined ? {} : { issuer }),
      };
  }

  get redirectUrl(): string {
    return this.options.redirectUrl;
  }

  get clientMetadata(): OAuthClientMetadata {
    return clientMetadata(this.redirectUrl, this.options.client);
  }

  state(): string {
    return this.options.state;
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    return this.client;
  }

  saveClientInformation(client: StoredOAuthClientInformation): void {
    this.client = client;
  }

  /** A login never uses older tokens. */
  tokens(): undefined {
    return undefined;
  }

  async saveTokens(tokens: StoredOAuthTokens): Promise<void> {
    const { credentials, client: configured, file } = this.options;
    rememberTokens(tokens, credentials);
    if (this.client === undefined) throw new Error("the login has no client");
    // A secret of the configuration stays a reference.
    const { client_secret, ...others } = this.client;
    const keepsSecret = configured.clientSecret === undefined && client_secret !== undefined;
    const client = keepsSecret ? { ...others, client_secret } : others;
    await file.locked(this.options.clock, () => file.write({ client, tokens }));
  }

  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier;
  }

  codeVerifier(): string {
    return this.verifier;
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    const { issuer } = this.options.client;
    const found = state.authorizationServerMetadata?.issuer ?? state.authorizationServerUrl;
    if (issuer !== undefined && !isSameIssuer(found, issuer))
      throw new Error(
        `the server names the authorization server ${found}, and oauth.issuer allows only ${issuer}`,
      );
    this.discovery = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.discovery;
  }

  async redirectToAuthorization(page: URL): Promise<void> {
    await this.options.showPage(page);
  }
}

function isSameIssuer(left: string, right: string): boolean {
  return left.replace(/\/$/, "") === right.replace(/\/$/, "");
}
