// Reads the security requirements of an operation: alternatives, each of which names schemes of the
// document.

import { isObject, type JsonObject } from "@ptc/core/internal/host";
import { own, ownList, ownObject, ownText } from "./json-object.ts";
import type { References } from "./references.ts";
import { Unusable } from "./unusable.ts";

/** The kind of a scheme, which decides where its credentials go in a request. */
export type SchemeKind =
  | {
      readonly kind: "apiKey";
      readonly location: "header" | "query" | "cookie";
      readonly name: string;
    }
  | { readonly kind: "bearer" }
  | { readonly kind: "basic" }
  /** Another HTTP scheme; the host gives the text after the scheme's name. */
  | { readonly kind: "http"; readonly scheme: string }
  /** Certificates belong to the connection, so nothing is added to the request. */
  | { readonly kind: "mutualTLS" };

export type SecuritySchemes = ReadonlyMap<string, SchemeKind>;

/** Returns the usable schemes of a document by name. */
export function securitySchemes(document: JsonObject, references: References): SecuritySchemes {
  const given = ownObject(ownObject(document, "components"), "securitySchemes");
  return new Map(
    Object.entries(given).flatMap(([name, scheme]) => {
      const kind = schemeKind(scheme, references);
      return kind === undefined ? [] : [[name, kind] as const];
    }),
  );
}

function schemeKind(given: unknown, references: References): SchemeKind | undefined {
  let scheme: unknown;
  try {
    scheme = references.follow(given);
  } catch (error) {
    if (error instanceof Unusable) return undefined;
    throw error;
  }
  if (!isObject(scheme)) return undefined;
  switch (ownText(scheme, "type")) {
    case "apiKey":
      return apiKeyKind(scheme);
    case "http":
      return httpKind((ownText(scheme, "scheme") ?? "").toLowerCase());
    case "oauth2":
    case "openIdConnect":
      return { kind: "bearer" };
    case "mutualTLS":
      return { kind: "mutualTLS" };
    default:
      return undefined;
  }
}

function apiKeyKind(scheme: JsonObject): SchemeKind | undefined {
  const name = ownText(scheme, "name") ?? "";
  const location = (["header", "query", "cookie"] as const).find(
    (one) => one === own(scheme, "in"),
  );
  const isName = location === "query" ? name !== "" : /^[\w!#$%&'*+.^`|~-]{1,200}$/.test(name);
  return location === undefined || !isName ? undefined : { kind: "apiKey", location, name };
}

function httpKind(scheme: string): SchemeKind | undefined {
  if (scheme === "bearer" || scheme === "basic") return { kind: scheme };
  return /^[\w-]{1,40}$/.test(scheme) ? { kind: "http", scheme } : undefined;
}

/**
 * Returns the alternatives of an operation, each a list of scheme names. Empty if it needs no
 * credentials.
 */
export function securityNeeds(
  document: JsonObject,
  operation: JsonObject,
): readonly (readonly string[])[] {
  const owner = own(operation, "security") === undefined ? document : operation;
  return ownList(owner, "security").flatMap((need) => (isObject(need) ? [Object.keys(need)] : []));
}
