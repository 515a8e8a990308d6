// Errors of pg and of PostgreSQL as `StoreError`. The codes are in appendix A of its manual.

import { StoreError, type StoreProblem } from "@ptc/core/store";
import { shortened } from "@ptc/core/internal/printing";
import type { Address } from "./address.ts";

interface Reason {
  readonly problem: StoreProblem;
  /** A next step; undefined if the message of the database says it. */
  readonly remedy?: string;
}

const unavailable = "try again; if that doesn't help, check that the database runs";

/** By code of SQL, or the first two characters of one. The longer one wins. */
const reasons: ReadonlyMap<string, Reason> = new Map<string, Reason>([
  ["08", { problem: "unavailable", remedy: unavailable }],
  ["28", { problem: "unavailable", remedy: "check the user and the password of the address" }],
  ["3D", { problem: "unavailable", remedy: "create the database, or correct the address" }],
  ["40", { problem: "unavailable", remedy: "try again" }],
  ["42", { problem: "damaged", remedy: "restore the tables from a backup" }],
  ["42501", { problem: "read_only", remedy: "grant the role the rights on the tables" }],
  ["53", { problem: "unavailable", remedy: "try again later, or raise the limits of the server" }],
  ["53100", { problem: "full", remedy: "make room on the disk of the database" }],
  ["54", { problem: "too_large", remedy: "store less in one record" }],
  ["55", { problem: "unavailable", remedy: "try again" }],
  ["57", { problem: "unavailable", remedy: unavailable }],
  ["58030", { problem: "unavailable", remedy: "check the disk of the database" }],
  ["25006", { problem: "read_only", remedy: "connect to the primary server" }],
  ["25P03", { problem: "unavailable", remedy: "try again" }],
  ["XX001", { problem: "damaged", remedy: "restore the database from a backup" }],
  ["XX002", { problem: "damaged", remedy: "rebuild the index with REINDEX" }],
]);

/**
 * A row changed between two reads, two transactions waited for each other, or both made one record.
 */
const repeatable = new Set(["40001", "40P01", "23505"]);

/** True if the database rolled the transaction back, and it can succeed if it is run again. */
export function isRepeatable(error: unknown): boolean {
  return repeatable.has(codeOf(error) ?? "");
}

/** True if no answer came: the connection was refused, lost or too slow. */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof StoreError) return false;
  const code = codeOf(error);
  if (code === undefined) return isLossText(textOf(error));
  return code.startsWith("08") || /^57P0[123]$/.test(code) || /^E[A-Z]+$/.test(code);
}

/** Returns the error of a store. Its message has no part of the login. */
export function storeError({ name, secrets }: Address, error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const code = codeOf(error);
  const reason = reasonOf(error, code);
  const text = shortened(withoutSecrets(messageOf(error, code), secrets), 300);
  const remedy = reason.remedy === undefined ? "" : `; ${reason.remedy}`;
  // The cause isn't kept: it may have the parameters of the connection.
  return new StoreError(reason.problem, `${name}: ${text}${remedy}`);
}

function reasonOf(error: unknown, code: string | undefined): Reason {
  const known = reasons.get(code ?? "") ?? reasons.get(code?.slice(0, 2) ?? "");
  if (known !== undefined) return known;
  const text = textOf(error);
  if (/invalid memory alloc|out of memory|string (longer|length)|too large/i.test(text))
    return { problem: "too_large", remedy: "store less in one record" };
  return { problem: "unavailable", remedy: unavailable };
}

function messageOf(error: unknown, code: string | undefined): string {
  // These messages have the name of the user.
  if (code?.startsWith("28") === true) return "the database refused the login";
  const text = textOf(error);
  return text === "" ? (code ?? "it can't be reached") : text;
}

function isLossText(text: string): boolean {
  return /connection (terminated|error|ended)|terminated unexpectedly|timeout|not queryable/i.test(
    text,
  );
}

function codeOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

function textOf(error: unknown): string {
  // Several addresses of one host fail together, with an empty message.
  if (error instanceof AggregateError) return textOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((left, secret) => left.replaceAll(secret, "…"), text);
}
