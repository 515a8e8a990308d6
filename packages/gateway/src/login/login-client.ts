// The client that logs in: registered by the user before, or registered by the login itself.

import type { OAuthClientMetadata } from "@modelcontextprotocol/client";
import type { HttpUpstream } from "../config/configuration.ts";
import type { Credentials } from "../config/credentials.ts";

export interface LoginClient {
  /** Undefined: the login registers a client. */
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  readonly scope?: string | undefined;
  /** The only authorization server that may be used. */
  readonly issuer?: string | undefined;
}

/** Looks up the client of an upstream. @throws CredentialError */
export async function loginClient(
  { login = {} }: HttpUpstream,
  credentials: Credentials,
): Promise<LoginClient> {
  const { clientId, clientSecret, scope, issuer } = login;
  return {
    clientId: clientId && (await credentials.text(clientId, "oauth.clientId")),
    clientSecret:
      clientSecret && (await credentials.text(clientSecret, "oauth.clientSecret", true)),
    scope,
    issuer,
  };
}

/** Returns what a client registers. */
export function clientMetadata(redirectUrl: string, { scope }: LoginClient): OAuthClientMetadata {
  return {
    client_name: "ptc",
    redirect_uris: [redirectUrl],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
    ...(scope === undefined ? {} : { scope }),
  };
}
