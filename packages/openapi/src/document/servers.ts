// Decides the server of each operation: the host's `baseUrl`, or else the first server of the
// document. Arguments can't affect it. A document can't choose a server inside the host's network.

import { OptionError } from "@ptc/core/errors";
import { didYouMean } from "@ptc/core/internal/errors";
import { isObject, type JsonObject } from "@ptc/core/internal/host";
import { own, ownList, ownObject, ownText } from "./json-object.ts";
import { privateHostKind } from "./private-host.ts";
import { shown, Unusable } from "./unusable.ts";

/** The start of all URLs of an operation. */
export interface Server {
  readonly origin: string;
  /** Without a trailing slash. */
  readonly pathname: string;
}

/** The options about servers. */
export interface ServerOptions {
  readonly baseUrl: Server | undefined;
  readonly serverVariables: ReadonlyMap<string, string>;
  readonly allowPrivateServer: boolean;
}

/** @throws OptionError */
export function serverOfOption(baseUrl: unknown): Server {
  const problem = typeof baseUrl === "string" ? problemOf(baseUrl) : "expected a string";
  if (problem !== undefined) throw new OptionError("baseUrl", problem);
  return serverAt(String(baseUrl));
}

export class Servers {
  private readonly document: JsonObject;
  private readonly options: ServerOptions;
  private readonly variables: ReadonlyMap<string, string>;

  constructor(document: JsonObject, options: ServerOptions) {
    this.document = document;
    this.options = options;
    this.variables = options.serverVariables;
    assertVariables(document, this.variables);
  }

  /**
   * Returns the server of the entire document.
   * @throws OptionError if only the host can provide it
   */
  main(): Server {
    const { baseUrl, allowPrivateServer } = this.options;
    if (baseUrl !== undefined) return baseUrl;
    const url = this.urlOf(ownList(this.document, "servers")[0]) ?? "/";
    if (!/^[a-z][a-z0-9+.-]*:/i.test(url))
      throw new OptionError(
        "baseUrl",
        `pass the URL of the API, such as "https://example.com/v1": the document names ${ownList(this.document, "servers").length === 0 ? "no server" : `only the relative server ${shown(url)}`}`,
      );
    const problem = problemOf(url);
    if (problem !== undefined)
      throw new OptionError(
        "baseUrl",
        `pass the URL of the API: the document's server ${shown(url)} can't be used (${problem})`,
      );
    const kind = allowPrivateServer ? undefined : privateHostKind(new URL(url).hostname);
    if (kind === undefined) return serverAt(url);
    throw new OptionError(
      "baseUrl",
      `pass the URL of the API: the document's server ${shown(url)} has ${kind}, which a document can't choose. If you trust the document, set allowPrivateServer: true`,
    );
  }

  /**
   * Returns the server of an operation or its path, or undefined if they have none.
   * @throws Unusable
   */
  own(pathItem: JsonObject, operation: JsonObject): Server | undefined {
    const named = [operation, pathItem].find((part) => ownList(part, "servers").length > 0);
    const url = named === undefined ? undefined : this.urlOf(ownList(named, "servers")[0]);
    if (url === undefined) return undefined;
    const { origin } = this.main();
    const whole = url.startsWith("/") && !url.startsWith("//") ? origin + url : url;
    const problem = problemOf(whole);
    if (problem !== undefined)
      throw new Unusable(`its server ${shown(url)} can't be used (${problem})`);
    return serverAt(whole);
  }

  /** Returns the URL of a server with its variables filled in. */
  private urlOf(server: unknown): string | undefined {
    if (!isObject(server)) return undefined;
    const variables = ownObject(server, "variables");
    return ownText(server, "url")?.replace(/\{([^{}]{1,200})\}/g, (whole, name: string) => {
      const variable = own(variables, name);
      if (!isObject(variable)) return whole;
      const value = this.variables.get(name) ?? own(variable, "default");
      return typeof value === "string" ? value : whole;
    });
  }
}

/** @throws OptionError for an unknown variable, or one with an invalid value */
function assertVariables(document: JsonObject, given: ReadonlyMap<string, string>): void {
  const [server] = ownList(document, "servers");
  const variables = isObject(server) ? ownObject(server, "variables") : {};
  for (const [name, value] of given) {
    const option = `serverVariables.${name}`;
    const variable = own(variables, name);
    if (!isObject(variable))
      throw new OptionError(
        option,
        [
          "the document's first server has no such variable",
          ...didYouMeanOne(name, variables),
        ].join("; "),
      );
    const values = ownList(variable, "enum");
    if (values.length > 0 && !values.includes(value))
      throw new OptionError(
        option,
        `the document allows ${values
          .slice(0, 20)
          .map((one) => shown(String(one)))
          .join(", ")}`,
      );
  }
}

function didYouMeanOne(name: string, variables: JsonObject): readonly string[] {
  const advice = didYouMean(name, Object.keys(variables));
  return advice === undefined ? [] : [advice];
}

function problemOf(url: string): string | undefined {
  if (!URL.canParse(url)) return "expected an absolute URL";
  const { protocol, username, password, search, hash } = new URL(url);
  if (!/^https?:$/.test(protocol)) return "expected an http or https URL";
  if (username !== "" || password !== "")
    return "a URL must not contain a user name or password; use the options security or headers";
  return search !== "" || hash !== ""
    ? "a URL of a server must not contain a query or fragment"
    : undefined;
}

function serverAt(url: string): Server {
  const { origin, pathname } = new URL(url);
  let end = pathname.length;
  while (pathname[end - 1] === "/") end -= 1;
  return { origin, pathname: pathname.slice(0, end) };
}
