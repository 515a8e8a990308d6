// Remembers the tools of an upstream as they were approved. The first start approves all of them.
// A tool that changed since then is refused, and a new one needs an approval for each call.

import { changedParts, type ToolDigest } from "./tool-digest.ts";

/** The approved tools of an upstream: their digests by name. */
export type PinnedTools = ReadonlyMap<string, ToolDigest>;

/** Where approved tools are remembered. */
export interface PinStore {
  /** Returns the approved tools of an upstream, or undefined before its first start. */
  readonly read: (upstream: string) => Promise<PinnedTools | undefined>;
  readonly write: (upstream: string, tools: PinnedTools) => Promise<void>;
}

/** The result of comparing a tool with its approved form. */
export type PinState =
  | { readonly kind: "approved" }
  | { readonly kind: "new" }
  | { readonly kind: "changed"; readonly parts: readonly string[] };

const approved: PinState = { kind: "approved" };

/** The pinned tools of one upstream. */
export class Pins {
  private readonly upstream: string;
  /** Undefined if the upstream isn't pinned. */
  private readonly store: PinStore | undefined;
  private pinned: PinnedTools | undefined;
  private isRead = false;

  constructor(upstream: string, store: PinStore | undefined) {
    this.upstream = upstream;
    this.store = store;
  }

  /** Reads the approved tools; at the first start, approves the given ones. */
  async begin(current: PinnedTools): Promise<void> {
    if (this.store === undefined) return;
    this.pinned = (await this.read()) ?? this.pinned;
    this.isRead = true;
    if (this.pinned === undefined) await this.write(current);
  }

  /** Reads what another process has accepted meanwhile. Keeps the last state if that fails. */
  async refresh(): Promise<void> {
    if (this.isRead) this.pinned = (await this.read().catch(() => undefined)) ?? this.pinned;
  }

  stateOf(name: string, digest: ToolDigest): PinState {
    if (this.store === undefined) return approved;
    const before = this.pinned?.get(name);
    if (before === undefined) return { kind: "new" };
    const parts = changedParts(before, digest);
    return parts.length === 0 ? approved : { kind: "changed", parts };
  }

  /** Approves the given tools. Approved tools that aren't listed now stay approved. */
  async accept(tools: PinnedTools): Promise<void> {
    await this.refresh();
    if (this.store !== undefined) await this.write(new Map([...(this.pinned ?? []), ...tools]));
  }

  private async read(): Promise<PinnedTools | undefined> {
    return await this.store?.read(this.upstream);
  }

  private async write(tools: PinnedTools): Promise<void> {
    await this.store?.write(this.upstream, tools);
    this.pinned = tools;
  }
}
