// Converts a server's response to the value for a program: JSON as data, text as text, anything
// else as a file. An unsuccessful response is a failed call with its status and the start of the
// server's text.

import type { SecretTexts } from "@ptc/core/internal/fetch";
import { shortened } from "@ptc/core/internal/printing";
import { ToolFailure } from "@ptc/core/errors";
import { fromJson } from "@ptc/core/json";
import { oneLine } from "@ptc/core/internal/errors";
import { boundErrorIn } from "@ptc/core/internal/fetch";
import { hideFirewalledJson } from "@ptc/core/internal/firewall";
import { maximumDataDepth } from "@ptc/core/values";
import { contextFile } from "@ptc/subagent";
import { shown } from "../document/unusable.ts";
import { essenceOf, mediaKind } from "../plan/media-type.ts";
import type { OperationPlan } from "../plan/operation-plan.ts";
import { lastingFailure, type FailureData } from "./failures.ts";
import { retryOf } from "./retry-after.ts";

export interface AnswerReading {
  readonly plan: OperationPlan;
  readonly maxResponseBytes: number;
  readonly secrets: SecretTexts;
}

/**
 * Reads the response of a bounded `fetch`.
 * @throws ToolFailure; any error of reading the body
 */
export async function readAnswer(response: Response, reading: AnswerReading): Promise<unknown> {
  const { plan } = reading;
  assertNoRedirect(response, plan);
  if (!response.ok) throw await httpFailure(response, reading);
  if (response.status === 204 || response.status === 205 || plan.method === "HEAD") {
    leave(response);
    return null;
  }
  const bytes = await wholeBody(response, reading);
  return bytes.length === 0 ? null : valueOf(bytes, response, reading);
}

/** Also detects a `fetch` that follows redirects against its options. */
function assertNoRedirect(response: Response, { label, server }: OperationPlan): void {
  const { status, type, url } = response;
  const isElsewhere = url !== "" && URL.canParse(url) && new URL(url).origin !== server.origin;
  if (!isElsewhere && type !== "opaqueredirect" && (status < 300 || status > 399)) return;
  leave(response);
  const location = response.headers.get("location") ?? "";
  const target = URL.canParse(location, server.origin)
    ? ` to ${new URL(location, server.origin).origin}`
    : "";
  throw lastingFailure(
    `${label} was redirected${oneLine(target, 100)}, and redirects are not followed: set the option baseUrl to the API's URL`,
    { kind: "redirect_refused", ...(status === 0 ? {} : { status }) },
  );
}

/** Drops the rest of the body and any error of doing so. */
function leave(response: Response): void {
  response.body?.cancel().catch(() => undefined);
}

async function wholeBody(
  response: Response,
  { plan, maxResponseBytes }: AnswerReading,
): Promise<Uint8Array<ArrayBuffer>> {
  const isDeclaredTooLong = Number(response.headers.get("content-length") ?? 0) > maxResponseBytes;
  if (isDeclaredTooLong) leave(response);
  else
    try {
      return new Uint8Array(await response.arrayBuffer());
    } catch (error) {
      if (boundErrorIn(error) === undefined) throw error;
    }
  throw lastingFailure(
    `${plan.label} answered more than ${String(maxResponseBytes)} bytes (option maxResponseBytes): request less at once`,
    { kind: "answer_too_large", status: response.status },
  );
}

function valueOf(
  bytes: Uint8Array<ArrayBuffer>,
  response: Response,
  { plan, secrets }: AnswerReading,
): unknown {
  const mediaType = response.headers.get("content-type") ?? "";
  const kind = mediaType === "" ? "binary" : mediaKind(mediaType);
  const unexpected = (problem: string): ToolFailure =>
    lastingFailure(
      `${plan.label} answered ${problem}: ${excerpt(secrets.hidden(textOf(bytes.subarray(0, 2_000), mediaType)))}`,
      { kind: "unexpected_answer", status: response.status },
    );
  if (kind === "json") {
    const text = textOf(bytes, mediaType);
    let value: unknown;
    try {
      value = fromJson(text);
    } catch (error) {
      throw unexpected(
        error instanceof RangeError ? "integers with too many digits" : "JSON that cannot be read",
      );
    }
    if (isTooDeep(value))
      throw unexpected(`JSON that is nested more than ${String(maximumDataDepth)} levels deep`);
    return asValue(secrets.hiddenIn(value));
  }
  if (plan.answers.isJson)
    throw unexpected(
      `${mediaType === "" ? "without a media type" : shown(essenceOf(mediaType))} where its document declares JSON`,
    );
  if (kind === "text") return secrets.hidden(textOf(bytes, mediaType));
  return fileOf(bytes, mediaType);
}

function fileOf(bytes: Uint8Array<ArrayBuffer>, mediaType: string): unknown {
  const essence = essenceOf(mediaType);
  const isType = /^[a-z0-9][\w!#$&^.+-]{0,62}\/[a-z0-9][\w!#$&^.+-]{0,99}$/.test(essence);
  return contextFile({ data: bytes, mediaType: isType ? essence : "application/octet-stream" });
}

/** A response that looks like an outcome of a tool (`ok` with `value` or `error`) stays data. */
function asValue(value: unknown): unknown {
  const isPair =
    typeof value === "object" &&
    value !== null &&
    Object.keys(value).length === 2 &&
    Object.hasOwn(value, "ok") &&
    (Object.hasOwn(value, "value") || Object.hasOwn(value, "error"));
  return isPair ? { ok: true, value } : value;
}

/** Checks level by level without recursion, so that deep values can't overflow the stack. */
function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maximumDataDepth) return true;
    const next: unknown[] = [];
    for (const one of level)
      if (typeof one === "object" && one !== null)
        for (const part of Object.values(one) as unknown[])
          if (typeof part === "object" && part !== null) next.push(part);
    level = next;
  }
  return false;
}

const longestErrorText = 2_000;

async function httpFailure(response: Response, reading: AnswerReading): Promise<ToolFailure> {
  const { plan, secrets } = reading;
  const { status } = response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = shortened(
    hideFirewalledJson(secrets.hidden(textOf(bytes, response.headers.get("content-type") ?? ""))),
    longestErrorText,
  );
  const retry = retryOf(response, plan.method);
  const data: FailureData = {
    kind: "http_error",
    status,
    ...(text === "" ? {} : { body: text }),
    ...(retry.afterMs === undefined
      ? {}
      : { retry_after_seconds: Math.ceil(retry.afterMs / 1_000) }),
  };
  const details = text === "" ? "" : `: ${excerpt(text)}`;
  return new ToolFailure(`${plan.label} answered ${String(status)}${details}`, data, {
    isLasting: retry.isLasting,
    ...(retry.afterMs === undefined ? {} : { retryAfterMs: retry.afterMs }),
  });
}

function excerpt(text: string): string {
  return oneLine(text.trim(), 300);
}

function textOf(bytes: Uint8Array, mediaType: string): string {
  const charset = /;\s*charset="?([\w-]{1,40})/i.exec(mediaType)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
