// Uses the tokens of a login for the requests of an upstream, and refreshes them. It never starts a
// login itself: a person does that with `ptc mcp login`.

import {
  auth,
  extractWWWAuthenticateParams,
  type AuthProvider,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import type { Clock } from "@ptc/core/contracts";
import { presentFields } from "@ptc/core/internal/host";
import type { Credentials } from "../config/credentials.ts";
import { clientMetadata, type LoginClient } from "./login-client.ts";
import type { Login, LoginFile } from "./login-file.ts";

/** A server needs a login that only a person can do. The message says how. */
export class LoginNeeded extends Error {
  override readonly name = "LoginNeeded";
}

export interface StoredLoginParts {
  readonly file: LoginFile;
  readonly client: LoginClient;
  readonly credentials: Pick<Credentials, "remember">;
  /** The command by which a person logs in. */
  readonly loginCommand: string;
  readonly clock: Pick<Clock, "sleep">;
}

/** Gives the transport of an upstream its token, and refreshes a refused one. */
export function storedLogin(parts: StoredLoginParts): AuthProvider {
  const login = new StoredLogin(parts);
  const { file, clock } = parts;
  let given: string | undefined;
  return {
    token: async () => (given = (await login.tokens())?.access_token),
    onUnauthorized: async ({ response, serverUrl, fetchFn }) => {
      const refused = given;
      await file.locked(clock, async () => {
        // Another request or process may have refreshed it meanwhile.
        if ((await login.tokens())?.access_token !== refused) return;
        await auth(login, { serverUrl, fetchFn, ...challengeIn(response) });
      });
    },
  };
}

/** Returns what a refusal names: the document of its authorization, and the scope. */
export function challengeIn(
  response: Response,
): Pick<Parameters<typeof auth>[1], "resourceMetadataUrl" | "scope"> {
  return presentFields(extractWWWAuthenticateParams(response));
}

class StoredLogin implements OAuthClientProvider {
  private readonly file: LoginFile;
  private readonly client: LoginClient;
  private readonly credentials: Pick<Credentials, "remember">;
  private readonly loginCommand: string;

  constructor({ file, client, credentials, loginCommand }: StoredLoginParts) {
    this.file = file;
    this.client = client;
    this.credentials = credentials;
    this.loginCommand = loginCommand;
  }

  /** The flow needs one; nothing is redirected here. */
  get redirectUrl(): string {
    return "http://127.0.0.1/callback";
  }

  get clientMetadata(): OAuthClientMetadata {
    return clientMetadata(this.redirectUrl, this.client);
  }

  async clientInformation(): Promise<StoredOAuthClientInformation> {
    const { client } = await this.login();
    const { clientId, clientSecret } = this.client;
    if (clientId !== undefined && clientId !== client.client_id) throw this.needed();
    return clientSecret === undefined ? client : { ...client, client_secret: clientSecret };
  }

  async tokens(): Promise<StoredOAuthTokens | undefined> {
    return (await this.login()).tokens;
  }

  async saveTokens(tokens: StoredOAuthTokens): Promise<void> {
    rememberTokens(tokens, this.credentials);
    const { client, tokens: before } = await this.login();
    // A server may keep the refresh token valid without repeating it.
    const { refresh_token = before?.refresh_token } = tokens;
    const kept = refresh_token === undefined ? tokens : { ...tokens, refresh_token };
    await this.file.write({ client, tokens: kept });
  }

  /** Drops tokens that the server refused for good. */
  async invalidateCredentials(): Promise<void> {
    const { client } = await this.login();
    await this.file.write({ client });
  }

  saveCodeVerifier(): void {
    throw this.needed();
  }

  codeVerifier(): string {
    throw this.needed();
  }

  redirectToAuthorization(): void {
    throw this.needed();
  }

  private async login(): Promise<Login> {
    const login = await this.file.read();
    if (login === undefined) throw this.needed();
    const { client, tokens } = login;
    if (client.client_secret !== undefined) this.credentials.remember(client.client_secret);
    if (tokens !== undefined) rememberTokens(tokens, this.credentials);
    return login;
  }

  private needed(): LoginNeeded {
    return loginNeeded(this.loginCommand);
  }
}

export function loginNeeded(command: string): LoginNeeded {
  return new LoginNeeded(`the server needs a login: ${command}`);
}

/** Tokens are secrets as well. */
export function rememberTokens(
  { access_token, refresh_token, id_token }: StoredOAuthTokens,
  credentials: Pick<Credentials, "remember">,
): void {
  for (const token of [access_token, refresh_token, id_token])
    if (token !== undefined && token !== "") credentials.remember(token);
}
