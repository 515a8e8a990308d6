// Calls an operation once:
//
//   arguments ──▶ request ──▶ credentials ──▶ fetch ──▶ result

import type { ToolArguments } from "@ptc/core/contracts";
import { ToolFailure } from "@ptc/core/errors";
import { untilAborted } from "@ptc/core/internal/contracts";
import { boundedFetch, SecretTexts, type Fetch as AnyFetch } from "@ptc/core/internal/fetch";
import type { BigIntJson } from "@ptc/core/json";
import type { OperationPlan } from "../plan/operation-plan.ts";
import type { Credentials } from "./credentials.ts";
import { RequestMaker, type HttpRequest } from "./http-request.ts";
import { readAnswer } from "./read-answer.ts";
import { isIdempotent } from "./retry-after.ts";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface CallOptions {
  readonly fetch: Fetch;
  readonly credentials: Credentials;
  /** The schemes whose credentials are sent. */
  readonly chosen: readonly string[];
  readonly maxResponseBytes: number;
  readonly bigint: BigIntJson;
}

/** Calls one operation. */
export class OperationCaller {
  private readonly plan: OperationPlan;
  private readonly options: CallOptions;
  private readonly requests: RequestMaker;
  private readonly fetch: AnyFetch;

  constructor(plan: OperationPlan, options: CallOptions) {
    this.plan = plan;
    this.options = options;
    this.requests = new RequestMaker(plan, options.credentials.isGiven, options.bigint);
    const { fetch, maxResponseBytes } = options;
    const send: AnyFetch = (input, init = {}) =>
      fetch(input instanceof Request ? input.url : String(input), init);
    this.fetch = boundedFetch(send, { maxResponseBytes, isReadWhole: true });
  }

  /** @throws ToolFailure */
  async call(args: ToolArguments, signal: AbortSignal): Promise<unknown> {
    const { plan } = this;
    const { credentials, chosen, maxResponseBytes } = this.options;
    const request = this.requests.make(args);
    const secrets = new SecretTexts(await credentials.addTo(request, chosen, signal));
    try {
      const response = await untilAborted(this.send(request, signal), signal, callEnded);
      return await untilAborted(
        readAnswer(response, { plan, maxResponseBytes, secrets }),
        signal,
        callEnded,
      );
    } catch (error) {
      throw error instanceof ToolFailure ? error : this.unreachable(error, signal);
    }
  }

  private async send(request: HttpRequest, signal: AbortSignal): Promise<Response> {
    const { method, address, query, cookies, headers, content } = request;
    const search = query.map((pair) => pair.join("=")).join("&");
    const given = headers.get("cookie");
    const cookie = [
      ...(given === undefined ? [] : [given]),
      ...cookies.map((pair) => pair.join("=")),
    ];
    return await this.fetch(search === "" ? address : `${address}?${search}`, {
      method,
      headers: {
        ...Object.fromEntries(headers),
        ...(cookie.length === 0 ? {} : { cookie: cookie.join("; ") }),
      },
      ...(content === undefined ? {} : { body: content }),
      redirect: "manual",
      signal,
    });
  }

  /** Messages of the host's `fetch` may contain the URL, so only their code is reported. */
  private unreachable(error: unknown, signal: AbortSignal): ToolFailure {
    const { label, method } = this.plan;
    if (signal.aborted)
      return new ToolFailure(
        `${label} was ended before its answer arrived: it may have taken effect`,
        { kind: "cancelled" },
        { isLasting: true },
      );
    const code = codeOf(error) ?? codeOf(error instanceof Error ? error.cause : undefined);
    return new ToolFailure(
      `${label}: the server could not be reached, or its answer broke off${code === undefined ? "" : ` (${code})`}`,
      { kind: "unreachable" },
      { isLasting: !isIdempotent(method) },
    );
  }
}

function callEnded(): Error {
  return new Error("the call was ended");
}

function codeOf(error: unknown): string | undefined {
  const code: unknown =
    typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" && /^[A-Z_]{3,40}$/.test(code) ? code : undefined;
}
