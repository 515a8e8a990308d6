// Reads a provider's key from the environment, on hosts that have one. A key is sent only to the
// provider's own servers, so another `baseUrl` never receives it.

/** The environment variables of a provider's key, and the servers that may receive it. */
export interface EnvironmentKey {
  /** By priority; messages name the first. */
  readonly variables: readonly string[];
  /** The domain of the provider's servers, such as `anthropic.com`. */
  readonly domain: string;
}

/** The globals that this module reads. Hosts may lack each of them. */
interface HostGlobals {
  readonly process?: { readonly env?: Readonly<Record<string, unknown>> };
  readonly document?: unknown;
}

/** Returns the first variable with text, or undefined. Never reads a browser's environment. */
export function environmentKey(
  { variables, domain }: EnvironmentKey,
  url: URL,
): { readonly name: string; readonly value: string } | undefined {
  if (!isServerOf(domain, url)) return undefined;
  for (const name of variables) {
    const value = variable(name);
    if (value !== undefined) return { name, value };
  }
  return undefined;
}

/** Returns the message for a missing key. */
export function missingKeyMessage({ variables, domain }: EnvironmentKey, url: URL): string {
  const [name = "its variable"] = variables;
  if (isBrowser()) return "missing apiKey (pass `apiKey`; a browser's environment is not read)";
  return isServerOf(domain, url)
    ? `missing apiKey (pass \`apiKey\` or set ${name})`
    : `missing apiKey (pass \`apiKey\`; ${name} is sent only to ${domain}, not to ${url.host})`;
}

function isServerOf(domain: string, { hostname, protocol }: URL): boolean {
  return protocol === "https:" && (hostname === domain || hostname.endsWith(`.${domain}`));
}

function variable(name: string): string | undefined {
  if (isBrowser()) return undefined;
  try {
    const value = (globalThis as HostGlobals).process?.env?.[name];
    return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
  } catch {
    // Deno throws without the permission to read the variable.
    return undefined;
  }
}

/** True for pages. A bundler may replace `process` there, with variables of the build. */
function isBrowser(): boolean {
  return (globalThis as HostGlobals).document !== undefined;
}
