// The tools of one run, whose functions run in the pool's process. A call sends its arguments there
// and waits for the result.

import type { EffectAddress, Tool, Tools } from "@ptc/core/contracts";
import { ToolFailure } from "@ptc/core/errors";
import { effectAddressText } from "@ptc/core/internal/contracts";
import { encodeValue } from "@ptc/core/encoding";
import { fromHost } from "@ptc/core/values";
import { defineField } from "@ptc/core/internal/values";
import type { SentTool } from "../messages.ts";
import type { Outbox } from "./outbox.ts";

interface OpenCall {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

export class RemoteTools {
  private readonly run: number;
  private readonly outbox: Outbox;
  private readonly open = new Map<number, OpenCall>();
  private readonly calls = new Map<string, number>();
  /** Called before the message of a call, for what the program has read before. */
  beforeCall: (() => void) | undefined;
  private waitingSince = 0;
  private waitedBefore = 0;

  constructor(run: number, outbox: Outbox) {
    this.run = run;
    this.outbox = outbox;
  }

  callable(sent: readonly SentTool[]): Tools {
    const tools: Record<string, Tool> = {};
    for (const { name, ...document } of sent)
      defineField(tools, name, {
        ...document,
        execute: (args, { address }) => this.call(name, args, address),
      } satisfies Tool);
    return tools;
  }

  settle(
    call: number,
    answer: { readonly result: unknown } | { readonly error: string; readonly data?: unknown },
  ): void {
    const waiting = this.open.get(call);
    if (this.open.delete(call) && this.open.size === 0)
      this.waitedBefore += performance.now() - this.waitingSince;
    if ("error" in answer)
      waiting?.reject(
        "data" in answer ? new ToolFailure(answer.error, answer.data) : new Error(answer.error),
      );
    else waiting?.resolve(answer.result);
  }

  /** The time that tools have been running so far, in milliseconds. */
  get waitedMs(): number {
    const waiting = this.open.size === 0 ? 0 : performance.now() - this.waitingSince;
    return this.waitedBefore + waiting;
  }

  /** Returns the number of the call with this address. */
  callOf(address: EffectAddress): number | undefined {
    return this.calls.get(effectAddressText(address));
  }

  private call(name: string, args: unknown, address: EffectAddress): Promise<unknown> {
    const call = this.calls.size;
    const { path, ordinal } = address;
    this.beforeCall?.();
    this.outbox.say({
      type: "tool-call",
      run: this.run,
      call,
      name,
      address: { path, ordinal },
      args: this.outbox.part(encodeValue(fromHost(args))),
    });
    this.calls.set(effectAddressText(address), call);
    if (this.open.size === 0) this.waitingSince = performance.now();
    return new Promise((resolve, reject) => {
      this.open.set(call, { resolve, reject });
    });
  }
}
