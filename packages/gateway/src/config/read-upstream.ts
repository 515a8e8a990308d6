// Reads one upstream in the form of `ptc.json`.

import { isAbsolute, join, resolve } from "node:path";
import type {
  ApprovalPolicy,
  BasicCredential,
  HttpUpstream,
  ModuleUpstream,
  OpenApiUpstream,
  StdioUpstream,
  UpstreamConfiguration,
  UpstreamLimits,
} from "./configuration.ts";
import {
  upstreamSchemas,
  type HttpFile,
  type ModuleFile,
  type OpenApiFile,
  type StdioFile,
} from "./file-schema.ts";
import type { Path, Problems } from "./problems.ts";
import type { ReferringText } from "./references.ts";
import { readAuthorization } from "./read-authorization.ts";
import { TextFields, type GivenText } from "./text-fields.ts";

/** The settings that an upstream has unless it says otherwise. */
export interface UpstreamDefaults {
  readonly folder: string;
  readonly home: string;
  readonly approve: ApprovalPolicy;
  readonly trustHints: boolean;
  readonly limits: UpstreamLimits;
}

/** Field names of other clients, with ours. */
const aliases: ReadonlyMap<string, string> = new Map([
  ["autoApprove", "use `approve`"],
  ["alwaysAllow", "use `approve`"],
  ["timeout", "use `callTimeoutMs`"],
  ["token", "use `bearer`"],
  ["authorization", "use `bearer`"],
  ["enabled", "use `disabled`"],
  ["environment", "use `env`"],
  ["spec", "use `openapi`"],
  ["trusted", "use `trustHints`"],
]);

type Kind = keyof typeof upstreamSchemas;

/** Returns undefined after adding the mistakes. */
export function readUpstream(
  name: string,
  given: unknown,
  path: Path,
  defaults: UpstreamDefaults,
  problems: Problems,
): UpstreamConfiguration | undefined {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    problems.error(path, "expected an object");
    return undefined;
  }
  const kinds = (Object.keys(upstreamSchemas) as Kind[]).filter((kind) =>
    Object.hasOwn(given, kind),
  );
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) {
    problems.error(
      path,
      kinds.length > 1
        ? `has ${kinds.map((one) => `\`${one}\``).join(" and ")}: split it into one upstream for each`
        : "needs one of the fields `command`, `url`, `openapi` and `tools`",
    );
    return undefined;
  }
  return new UpstreamReader(name, path, defaults, problems).read(kind, given);
}

type Basics = Pick<
  StdioFile,
  | "disabled"
  | "approve"
  | "pinned"
  | "include"
  | "startTimeoutMs"
  | "callTimeoutMs"
  | "maxAnswerBytes"
  | "maxTools"
> & { readonly trustHints?: boolean | undefined };

class UpstreamReader {
  private readonly name: string;
  private readonly path: Path;
  private readonly defaults: UpstreamDefaults;
  private readonly problems: Problems;
  private readonly texts: TextFields;

  constructor(name: string, path: Path, defaults: UpstreamDefaults, problems: Problems) {
    this.name = name;
    this.path = path;
    this.defaults = defaults;
    this.problems = problems;
    this.texts = new TextFields(problems);
  }

  read(kind: Kind, given: unknown): UpstreamConfiguration | undefined {
    const { problems, path } = this;
    switch (kind) {
      case "command": {
        const data = problems.check(upstreamSchemas.command, given, path, aliases);
        return data && this.stdio(data);
      }
      case "url": {
        const data = problems.check(upstreamSchemas.url, given, path, aliases);
        return data && this.http(data);
      }
      case "openapi": {
        const data = problems.check(upstreamSchemas.openapi, given, path, aliases);
        return data && this.openapi(data);
      }
      case "tools": {
        const data = problems.check(upstreamSchemas.tools, given, path, aliases);
        return data && this.module(data);
      }
    }
  }

  private basics(given: Basics, isPinned: boolean) {
    const { approve, trustHints, limits } = this.defaults;
    return {
      name: this.name,
      isDisabled: given.disabled ?? false,
      approve: given.approve ?? approve,
      trustHints: given.trustHints ?? trustHints,
      isPinned: given.pinned ?? isPinned,
      ...(given.include === undefined ? {} : { include: given.include }),
      limits: {
        startTimeoutMs: given.startTimeoutMs ?? limits.startTimeoutMs,
        callTimeoutMs: given.callTimeoutMs ?? limits.callTimeoutMs,
        maxAnswerBytes: given.maxAnswerBytes ?? limits.maxAnswerBytes,
        maxTools: given.maxTools ?? limits.maxTools,
      },
    };
  }

  private server(given: StdioFile | HttpFile) {
    return {
      ...this.basics(given, true),
      // A list of tools means that there are no others.
      offersResources: given.resources ?? given.include === undefined,
      offersPrompts: given.prompts ?? true,
    };
  }

  private at(...fields: readonly PropertyKey[]): Path {
    return [...this.path, ...fields];
  }

  private stdio(given: StdioFile): StdioUpstream {
    const { texts } = this;
    return {
      ...this.server(given),
      kind: "stdio",
      command: texts.read(this.at("command"), given.command, "ordinary", "token"),
      args: texts.readArguments(this.at("args"), given.args ?? []),
      env: texts.readAll(this.at("env"), given.env),
      ...(given.cwd === undefined ? {} : { cwd: this.cwd(given.cwd) }),
    };
  }

  private cwd(given: string): ReferringText {
    const text = this.texts.read(this.at("cwd"), given, "ordinary", "token");
    const [only] = text;
    return text.length === 1 && typeof only === "string" ? [this.absolute(only)] : text;
  }

  private http(given: HttpFile): HttpUpstream {
    const { texts } = this;
    if (given.bearer !== undefined && given.oauth !== undefined)
      this.problems.error(this.at("oauth"), "use either `bearer` or `oauth`");
    const sends = [given.bearer, given.oauth, given.headers].some((one) => one !== undefined);
    if (sends && isUnencrypted(given.url))
      this.problems.warn(this.at("url"), "credentials are sent without encryption: use https://");
    return {
      ...this.server(given),
      kind: "http",
      url: texts.readUrl(this.at("url"), given.url),
      transport: given.type === "sse" ? "sse" : "streamable",
      headers: texts.readAll(this.at("headers"), given.headers),
      ...(given.bearer === undefined
        ? {}
        : { bearer: this.credential("bearer", given.bearer, `${this.name} token`) }),
      ...readAuthorization(given.oauth, this.at("oauth"), this.name, this.problems),
    };
  }

  private credential(field: string, given: GivenText, name: string): ReferringText {
    return this.texts.read(this.at(...field.split(".")), given, "credential", name);
  }

  private openapi(given: OpenApiFile): OpenApiUpstream {
    const isRemote = /^https?:\/\//.test(given.openapi);
    if (isRemote) this.texts.readUrl(this.at("openapi"), given.openapi);
    const sends = given.security !== undefined || given.headers !== undefined;
    if (sends && given.baseUrl === undefined)
      this.problems.error(
        this.at("baseUrl"),
        "is missing: with `security` or `headers`, the file must say where credentials are sent",
      );
    return {
      ...this.basics(given, isRemote),
      kind: "openapi",
      document: isRemote ? given.openapi : this.absolute(given.openapi),
      ...(given.baseUrl === undefined ? {} : { baseUrl: given.baseUrl }),
      allowPrivateServer: given.allowPrivateServer ?? false,
      serverVariables: new Map(Object.entries(given.serverVariables ?? {})),
      security: new Map(
        Object.entries(given.security ?? {}).map(([scheme, value]) => [
          scheme,
          this.schemeCredential(scheme, value),
        ]),
      ),
      headers: this.texts.readAll(this.at("headers"), given.headers),
      ...(given.tags === undefined ? {} : { tags: given.tags }),
      ...(given.methods === undefined ? {} : { methods: given.methods }),
    };
  }

  private schemeCredential(
    scheme: string,
    given: NonNullable<OpenApiFile["security"]>[string],
  ): ReferringText | BasicCredential {
    const { texts } = this;
    const path = this.at("security", scheme);
    if (typeof given === "string" || "command" in given)
      return texts.read(path, given, "credential", `${this.name} ${scheme}`);
    return {
      username: texts.read([...path, "username"], given.username, "ordinary", "user"),
      password: texts.read(
        [...path, "password"],
        given.password,
        "credential",
        `${this.name} password`,
      ),
    };
  }

  private module(given: ModuleFile): ModuleUpstream {
    return { ...this.basics(given, false), kind: "module", path: this.absolute(given.tools) };
  }

  private absolute(path: string): string {
    return absolutePath(path, this.defaults);
  }
}

const loopback: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** True for a URL at another computer without TLS. */
export function isUnencrypted(url: string): boolean {
  return url.startsWith("http://") && URL.canParse(url) && !loopback.has(new URL(url).hostname);
}

/** Returns the absolute path of a path in the file; `~/` is the home folder. */
export function absolutePath(
  path: string,
  { folder, home }: Pick<UpstreamDefaults, "folder" | "home">,
): string {
  if (path === "~" || path.startsWith("~/")) return join(home, path.slice(1));
  return isAbsolute(path) ? path : resolve(folder, path);
}
