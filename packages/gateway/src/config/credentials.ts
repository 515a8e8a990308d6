// Looks up the credentials of a configuration when an upstream starts. Every value that may be a
// secret is remembered, so that it can be removed from errors, logs and answers.

import { SecretTexts } from "@ptc/core/internal/fetch";
import { namesCredential } from "./credential-fields.ts";
import { shownReference, type Reference, type ReferringText } from "./references.ts";

/** The parts of the host that the lookup of credentials needs. */
export interface CredentialHost {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly home: string;
  /** Returns the text of a file. Rejects if it can't be read. */
  readonly readFile: (path: string) => Promise<string>;
  /** Returns what a command prints, without a shell. Rejects if it fails. */
  readonly runCommand: (command: string, args: readonly string[]) => Promise<string>;
}

/** A credential can't be looked up. The message has no secret. */
export class CredentialError extends Error {
  override readonly name = "CredentialError";
}

/** Shorter lines, such as the last one of a key, are of no use to a reader. */
const shortestLine = 16;

/** Values of credentials that were looked up, for all upstreams. */
export class KnownSecrets {
  private readonly values = new Set<string>();
  private texts = new SecretTexts([]);

  add(value: string): void {
    const secret = value.trim();
    if (this.values.has(secret)) return;
    this.values.add(secret);
    // Output arrives line by line, and so does a key of several lines.
    for (const line of secret.split("\n"))
      if (line.trim().length >= shortestLine) this.values.add(line.trim());
    this.texts = new SecretTexts(this.values);
  }

  /** Returns the text with `[secret]` in place of each value. */
  hidden(text: string): string {
    return this.texts.hidden(text);
  }

  /** Returns data with `[secret]` in place of each value. */
  hiddenIn(value: unknown): unknown {
    return this.texts.hiddenIn(value);
  }
}

/** Looks up references. */
export class Credentials {
  private readonly host: CredentialHost;
  private readonly folder: string;
  private readonly secrets: KnownSecrets;

  constructor(host: CredentialHost, folder: string, secrets: KnownSecrets) {
    this.host = host;
    this.folder = folder;
    this.secrets = secrets;
  }

  /**
   * Returns the text with its references replaced. `field` names the field in errors, and decides
   * with the name of a variable whether its value is secret.
   * @throws CredentialError
   */
  async text(
    text: ReferringText,
    field: string,
    isSecret = namesCredential(field),
  ): Promise<string> {
    const parts: string[] = [];
    for (const part of text)
      parts.push(typeof part === "string" ? part : await this.value(part, field, isSecret));
    return parts.join("");
  }

  /** Remembers a secret that wasn't looked up, such as a token of OAuth. */
  remember(secret: string): void {
    this.secrets.add(secret);
  }

  /** Returns the texts by name. @throws CredentialError */
  async texts(
    texts: ReadonlyMap<string, ReferringText>,
    field: string,
    isSecret?: boolean,
  ): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for (const [name, text] of texts)
      found.set(name, await this.text(text, `${field}.${name}`, isSecret ?? namesCredential(name)));
    return found;
  }

  private async value(reference: Reference, field: string, isSecret: boolean): Promise<string> {
    const value = await this.lookUp(reference, field);
    const isOrdinary =
      reference.from === "folder" ||
      (reference.from === "env" && !isSecret && !namesCredential(reference.name));
    if (!isOrdinary) this.secrets.add(value);
    return value;
  }

  private async lookUp(reference: Reference, field: string): Promise<string> {
    switch (reference.from) {
      case "env": {
        const value = this.host.env[reference.name];
        if (value !== undefined && value !== "") return value;
        if (reference.fallback !== undefined) return reference.fallback;
        throw new CredentialError(
          `${field}: the environment variable ${reference.name} is not set: set it before you start`,
        );
      }
      case "folder":
        return reference.folder === "home" ? this.host.home : this.folder;
      case "file":
        return await this.fromFile(reference.path, field);
      case "keychain":
        return await this.fromCommand(
          keychainCommand(this.host.platform, reference, field),
          shownReference(reference),
          field,
        );
      case "command":
        return await this.fromCommand(
          [reference.command, ...reference.args],
          shownReference(reference),
          field,
        );
    }
  }

  private async fromFile(path: string, field: string): Promise<string> {
    let text: string;
    try {
      text = await this.host.readFile(this.absolute(path));
    } catch {
      throw new CredentialError(`${field}: the file ${path} can't be read: check its path`);
    }
    const value = text.replace(/\r?\n$/, "");
    if (value === "") throw new CredentialError(`${field}: the file ${path} is empty`);
    return value;
  }

  private absolute(path: string): string {
    if (path.startsWith("~/")) return `${this.host.home}${path.slice(1)}`;
    return path.startsWith("/") ? path : `${this.folder}/${path}`;
  }

  /** Neither the arguments nor the output are shown, because both may have secrets. */
  private async fromCommand(
    [command = "", ...args]: readonly string[],
    shown: string,
    field: string,
  ): Promise<string> {
    let output: string;
    try {
      output = await this.host.runCommand(command, args);
    } catch {
      throw new CredentialError(
        `${field}: ${shown} gives no value: run ${command} in a terminal to see why`,
      );
    }
    const value = output.replace(/\r?\n$/, "");
    if (value === "") throw new CredentialError(`${field}: ${shown} gives an empty value`);
    return value;
  }
}

function keychainCommand(
  platform: string,
  { service, account }: Extract<Reference, { from: "keychain" }>,
  field: string,
): readonly string[] {
  if (platform === "darwin")
    return [
      "security",
      "find-generic-password",
      "-s",
      service,
      ...(account === undefined ? [] : ["-a", account]),
      "-w",
    ];
  if (platform === "linux")
    return [
      "secret-tool",
      "lookup",
      "service",
      service,
      ...(account === undefined ? [] : ["account", account]),
    ];
  throw new CredentialError(
    `${field}: keychain: works on macOS and Linux: use env:NAME or { "command": … } here`,
  );
}
