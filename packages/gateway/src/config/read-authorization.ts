// Reads the field `oauth` of an MCP server at a URL: client credentials, or the login of a person.

import { presentFields } from "@ptc/core/internal/host";
import type { HttpUpstream, LoginSettings, OAuthConfiguration } from "./configuration.ts";
import type { HttpFile } from "./file-schema.ts";
import type { Path, Problems } from "./problems.ts";
import type { ReferringText } from "./references.ts";
import { TextFields } from "./text-fields.ts";

type Given = NonNullable<HttpFile["oauth"]>;

/** Returns the settings, and adds their mistakes. `name` is that of the upstream. */
export function readAuthorization(
  given: Given | undefined,
  path: Path,
  name: string,
  problems: Problems,
): Pick<HttpUpstream, "login" | "oauth"> {
  if (given === undefined) return {};
  const fields = new OAuthFields(given, path, name, problems);
  if (given.login === true) return { login: fields.login() };
  const oauth = fields.clientCredentials();
  return oauth === undefined ? {} : { oauth };
}

class OAuthFields {
  private readonly given: Given;
  private readonly path: Path;
  private readonly name: string;
  private readonly problems: Problems;
  private readonly texts: TextFields;

  constructor(given: Given, path: Path, name: string, problems: Problems) {
    this.given = given;
    this.path = path;
    this.name = name;
    this.problems = problems;
    this.texts = new TextFields(problems);
  }

  login(): LoginSettings {
    const { clientId, clientSecret, scope, issuer, port } = this.given;
    for (const field of ["privateKey", "algorithm"] as const)
      if (this.given[field] !== undefined) this.mistake(field, "a login can't use it: remove it");
    if (clientSecret !== undefined && (clientId === undefined || issuer === undefined))
      this.mistake(
        "clientSecret",
        "needs `clientId`, and `issuer`, the only server that gets the secret",
      );
    return presentFields({
      clientId: this.clientId(),
      clientSecret: this.credential("clientSecret", "client secret"),
      scope,
      issuer,
      port,
    });
  }

  clientCredentials(): OAuthConfiguration | undefined {
    const { clientSecret, privateKey, algorithm = "RS256", scope, issuer, port } = this.given;
    if ((clientSecret === undefined) === (privateKey === undefined))
      this.problems.error(
        this.path,
        "needs either `clientSecret` or `privateKey`; for the login of a person, set `login` to true",
      );
    if (port !== undefined) this.mistake("port", "belongs to a login: set `login` to true");
    const clientId = this.clientId();
    for (const [field, value] of Object.entries({ clientId, issuer }))
      if (value === undefined) this.mistake(field, "is missing: client credentials need it");
    if (clientId === undefined || issuer === undefined) return undefined;
    return {
      clientId,
      ...presentFields({
        clientSecret: this.credential("clientSecret", "client secret"),
        privateKey: this.credential("privateKey", "private key"),
        scope,
      }),
      algorithm,
      issuer,
    };
  }

  private clientId(): ReferringText | undefined {
    const { clientId } = this.given;
    return clientId === undefined
      ? undefined
      : this.texts.read([...this.path, "clientId"], clientId, "ordinary", "client id");
  }

  private credential(
    field: "clientSecret" | "privateKey",
    shown: string,
  ): ReferringText | undefined {
    const { [field]: given } = this.given;
    return given === undefined
      ? undefined
      : this.texts.read([...this.path, field], given, "credential", `${this.name} ${shown}`);
  }

  private mistake(field: string, message: string): void {
    this.problems.error([...this.path, field], message);
  }
}
