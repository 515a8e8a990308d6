// The address of a database, and its name in messages, which never has its user, password or
// parameters.

import { OptionError } from "@ptc/core/errors";
import type { PoolConfig } from "pg";

/** A database to connect to. */
export interface Address {
  readonly config: PoolConfig;
  /** Such as `postgres://db.example:5432/shop`. */
  readonly name: string;
  /** Texts that messages must not have. */
  readonly secrets: readonly string[];
}

const usualPort = 5432;
const example = "postgres://user:password@host:5432/database";

/** @throws OptionError without any part of the address, because a wrong one may show a password */
export function addressOf(given: string | PoolConfig): Address {
  if (typeof given === "string") return addressIn(given, {});
  if (typeof (given as unknown) !== "object" || (given as unknown) === null)
    throw new OptionError("address", `expected ${example}, or the options of a pool of pg`);
  const { connectionString, ...others } = given;
  if (connectionString !== undefined) return addressIn(connectionString, others);
  const { host = "localhost", port = usualPort, database = "", password } = given;
  return {
    config: given,
    name: nameOf(host, String(port), database),
    secrets: typeof password === "string" ? [password] : [],
  };
}

function addressIn(text: string, config: PoolConfig): Address {
  const url = urlOf(text);
  return {
    config: { ...config, connectionString: text },
    name: nameOf(url.hostname, url.port || String(usualPort), url.pathname.slice(1)),
    secrets: secretsIn(url),
  };
}

function urlOf(text: string): URL {
  if (!/^postgres(ql)?:\/\//.test(text))
    throw new OptionError("address", `it doesn't start with postgres://: use ${example}`);
  const url = parsed(text);
  // A part of the password would become a database, a parameter or a fragment, and be printed.
  if (url === undefined || isSplit(url))
    throw new OptionError(
      "address",
      `it isn't a valid URL: use ${example}, and write special characters of the password as in encodeURIComponent(password)`,
    );
  return url;
}

/** True if a password with special characters was read as other parts of the address. */
function isSplit({ hash, pathname, search }: URL): boolean {
  return hash !== "" || pathname.indexOf("/", 1) !== -1 || `${pathname}${search}`.includes("@");
}

function parsed(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function secretsIn({ password, searchParams }: URL): readonly string[] {
  const all = [password, decoded(password), searchParams.get("password") ?? ""];
  return [...new Set(all.filter((secret) => secret !== ""))];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function nameOf(host: string, port: string, database: string): string {
  // The host of a socket is a folder.
  const at = host.startsWith("/") ? encodeURIComponent(host) : host;
  return `postgres://${at}${at === "" ? "" : `:${port}`}/${database}`;
}
