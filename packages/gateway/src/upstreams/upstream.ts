// One upstream: starts when its tools are first needed, and again when it ended.
//
//   idle ──need──▶ starting ──▶ ready ──lost──▶ waiting ──delay──▶ starting …
//                     └──failed──▶ waiting ──several times in a row──▶ failed ──need──▶ starting

import { ToolFailure } from "@ptc/core/errors";
import { sleep, untilAborted } from "@ptc/core/internal/contracts";
import { oneLine } from "@ptc/core/internal/errors";
import type { UpstreamConfiguration } from "../config/configuration.ts";
import type { KnownSecrets } from "../config/credentials.ts";
import type { UpstreamClock } from "./flood-gate.ts";
import type { CurrentTool } from "./gated-tool.ts";
import type { UpstreamHealth, UpstreamState } from "./health.ts";
import type { Pins } from "./pins.ts";
import { similarNames } from "./similar-names.ts";
import { changedParts, toolDigest } from "./tool-digest.ts";
import type { SourceTools, StartUpstream, UpstreamSession } from "./upstream-session.ts";

export interface UpstreamParts {
  readonly configuration: UpstreamConfiguration;
  readonly start: StartUpstream;
  readonly clock: UpstreamClock;
  readonly secrets: KnownSecrets;
  readonly pins: Pins;
  /** Called when the tools of its list have changed. */
  readonly onChange: () => void;
}

/** The delay after the first failure in milliseconds; each further one waits twice as long. */
const firstDelayMs = 500;
const longestDelayMs = 60_000;
/** After as many failures in a row, only a need starts it again. */
const mostFailures = 5;
/** A session that lived as long as this counts as healthy. */
const healthyMs = 60_000;
/** Between two lists after announced changes, in milliseconds. */
const listPauseMs = 1_000;
const keptLines = 20;
const mostWarnings = 50;

export class Upstream {
  readonly configuration: UpstreamConfiguration;
  private readonly parts: UpstreamParts;
  private state: UpstreamState;
  private session: UpstreamSession | undefined;
  private current: ReadonlyMap<string, CurrentTool> = new Map();
  private warnings: readonly string[] = [];
  private attempt: Promise<void> | undefined;
  private failures = 0;
  private restarts = 0;
  private startedAt = 0;
  private nextStartAt = 0;
  private lastError: string | undefined;
  private readonly lines: string[] = [];
  private isListing = false;
  private isListStale = false;
  private readonly closing = new AbortController();

  constructor(parts: UpstreamParts) {
    this.parts = parts;
    this.configuration = parts.configuration;
    this.state = parts.configuration.isDisabled ? "disabled" : "idle";
  }

  /** The prompts of its server, while it is ready. */
  get prompts(): UpstreamSession["prompts"] {
    return this.session?.prompts;
  }

  /** Aborts when it is closed. */
  get closed(): AbortSignal {
    return this.closing.signal;
  }

  /** The last list, which is another object after each change. */
  get list(): ReadonlyMap<string, CurrentTool> {
    return this.current;
  }

  /** The tools of the last list, also while it is started again. */
  get tools(): readonly CurrentTool[] {
    return [...this.current.values()];
  }

  /**
   * Starts the upstream if it isn't ready and may start now. Resolves once the start has ended,
   * successfully or not.
   */
  async whenStarted(): Promise<void> {
    const { state, parts } = this;
    const mayStart = state === "idle" || (isDown(state) && parts.clock.now() >= this.nextStartAt);
    if (mayStart) this.begin();
    await this.attempt;
  }

  /** Returns the tool of the name, for a call. @throws ToolFailure */
  async currentTool(name: string, signal: AbortSignal): Promise<CurrentTool> {
    if (this.state === "waiting" || this.state === "starting" || this.state === "failed")
      await untilAborted(this.whenRestarted(), signal, () => signal.reason);
    const { name: upstream } = this.configuration;
    if (this.state !== "ready") throw this.unavailable();
    if (this.current.get(name)?.pin.kind === "changed") await this.readAccepted();
    const found = this.current.get(name);
    if (found !== undefined) return found;
    throw new ToolFailure(`the upstream ${upstream} doesn't have the tool ${name} any more`, {
      kind: "tool_removed",
      ran: false,
    });
  }

  /** Waits for a restart that is near; a call needn't fail for it. */
  private async whenRestarted(): Promise<void> {
    const { clock } = this.parts;
    const left = this.nextStartAt - clock.now();
    if (this.attempt === undefined && left > 0 && left <= 4 * firstDelayMs)
      await sleep(clock, left, this.closing.signal);
    await this.whenStarted();
  }

  private unavailable(): ToolFailure {
    const { name } = this.configuration;
    const left = this.nextStartAt - this.parts.clock.now();
    const when =
      isDown(this.state) && left > 0 ? `; it is started again in ${String(left)} ms` : "";
    const why = this.lastError === undefined ? "" : `: ${this.lastError}`;
    return new ToolFailure(
      `the upstream ${name} is not available${why}${when}`,
      { kind: "upstream_unavailable", ran: false },
      left > 0 ? { retryAfterMs: left } : {},
    );
  }

  /** Reads what another process has accepted, if a tool differs from its approved form. */
  async readAccepted(): Promise<void> {
    if (this.tools.every(({ pin }) => pin.kind === "approved")) return;
    await this.parts.pins.refresh();
    this.update(this.tools.map(({ source }) => source));
  }

  /** Approves tools as they are now. Returns their names. */
  async accept(names: readonly string[] | undefined): Promise<readonly string[]> {
    const chosen = this.tools.filter(
      ({ source, pin }) =>
        pin.kind !== "approved" && (names === undefined || names.includes(source.name)),
    );
    await this.parts.pins.accept(
      new Map(chosen.map(({ source, digest }) => [source.name, digest])),
    );
    this.update(this.tools.map(({ source }) => source));
    return chosen.map(({ source }) => source.name);
  }

  health(): UpstreamHealth {
    const { configuration, state, lastError, parts } = this;
    const { name, kind } = configuration;
    const tools = this.tools;
    const left = this.nextStartAt - parts.clock.now();
    return {
      name,
      kind,
      state,
      tools: tools.length,
      restarts: this.restarts,
      ...(lastError === undefined ? {} : { lastError }),
      ...(isDown(state) ? { startsInMs: Math.max(0, left) } : {}),
      changedTools: tools.flatMap(({ source, pin }) =>
        pin.kind === "changed" ? [{ name: source.name, parts: pin.parts }] : [],
      ),
      newTools: tools.flatMap(({ source, pin }) => (pin.kind === "new" ? [source.name] : [])),
      warnings: this.warnings,
      errorOutput: [...this.lines],
    };
  }

  async close(): Promise<void> {
    this.closing.abort(new Error("the gateway was closed"));
    await this.attempt;
    const { session } = this;
    this.session = undefined;
    this.state = "closed";
    await session?.close().catch(() => undefined);
  }

  private begin(): void {
    if (this.closing.signal.aborted || this.attempt !== undefined) return;
    if (this.startedAt > 0) this.restarts += 1;
    this.state = "starting";
    this.attempt = this.startOnce().finally(() => {
      this.attempt = undefined;
    });
  }

  private async startOnce(): Promise<void> {
    const { clock, start, pins } = this.parts;
    const { startTimeoutMs } = this.configuration.limits;
    const late = new AbortController();
    const over = new AbortController();
    const signal = AbortSignal.any([late.signal, this.closing.signal]);
    void sleep(clock, startTimeoutMs, over.signal).then(() => {
      const message = `it did not start within ${String(startTimeoutMs)} ms (startTimeoutMs)`;
      if (!over.signal.aborted) late.abort(new Error(message));
    });
    let isOpen = true;
    let lostReason: string | undefined;
    let session: UpstreamSession | undefined;
    try {
      const starting = start(
        {
          onLost: (reason) => {
            lostReason ??= reason;
            if (isOpen) this.onLost(session, reason);
          },
          onChanged: () => {
            this.onChanged();
          },
          onLine: (line) => {
            this.addLine(line);
          },
        },
        signal,
      );
      starting.then(
        (late1) => (isOpen ? undefined : late1.close()),
        () => undefined,
      );
      session = await untilAborted(starting, signal, () => signal.reason);
      const listed = await untilAborted(session.list(signal), signal, () => signal.reason);
      await pins.begin(digestsOf(listed));
      // It may have ended after its list, before anything listens.
      if (lostReason !== undefined) throw new Error(lostReason);
      this.take(listed);
      this.session = session;
      this.startedAt = clock.now();
      this.state = "ready";
      this.lastError = undefined;
    } catch (error) {
      isOpen = false;
      await session?.close().catch(() => undefined);
      this.fail(error instanceof Error ? error.message : String(error));
    } finally {
      over.abort();
    }
  }

  private onLost(session: UpstreamSession | undefined, reason: string): void {
    if (session === undefined || this.session !== session) return;
    this.session = undefined;
    void session.close().catch(() => undefined);
    if (this.parts.clock.now() - this.startedAt >= healthyMs) this.failures = 0;
    this.fail(reason);
  }

  /** Starts again after a delay, unless it failed too often. */
  private fail(reason: string): void {
    const { clock, secrets } = this.parts;
    this.lastError = secrets.hidden(oneLine(reason, 1_000));
    if (this.closing.signal.aborted) return;
    const delay = Math.min(longestDelayMs, firstDelayMs * 2 ** this.failures);
    this.failures += 1;
    this.nextStartAt = clock.now() + delay;
    this.state = this.failures >= mostFailures ? "failed" : "waiting";
    if (this.state === "failed") return;
    void sleep(clock, delay, this.closing.signal).then(() => {
      if (this.state === "waiting") this.begin();
    });
  }

  private onChanged(): void {
    this.isListStale = true;
    if (!this.isListing) void this.listAgain();
  }

  /** Lists the tools after announced changes, at most once in a second. */
  private async listAgain(): Promise<void> {
    const { clock } = this.parts;
    this.isListing = true;
    while (this.isListStale && this.session !== undefined) {
      this.isListStale = false;
      const { session } = this;
      try {
        const listed = await session.list(this.closing.signal);
        if (this.session === session) this.take(listed);
      } catch (error) {
        this.addLine(`its tools can't be listed: ${error instanceof Error ? error.message : ""}`);
      }
      await sleep(clock, listPauseMs, this.closing.signal);
    }
    this.isListing = false;
  }

  private take({ tools, warnings }: SourceTools): void {
    this.update(tools);
    this.warnings = [...similarNames(tools.map(({ name }) => name)), ...warnings]
      .slice(0, mostWarnings)
      .map((warning) => this.parts.secrets.hidden(oneLine(warning, 500)));
  }

  private update(tools: SourceTools["tools"]): void {
    const { pins, onChange } = this.parts;
    const before = this.current;
    this.current = new Map(
      tools.map((source) => {
        const digest = toolDigest(source.parts);
        return [source.name, { source, digest, pin: pins.stateOf(source.name, digest) }];
      }),
    );
    if (areDifferent(before, this.current)) onChange();
  }

  private addLine(line: string): void {
    this.lines.push(this.parts.secrets.hidden(line));
    if (this.lines.length > keptLines) this.lines.shift();
  }
}

type CurrentTools = ReadonlyMap<string, CurrentTool>;

function areDifferent(before: CurrentTools, now: CurrentTools): boolean {
  if (before.size !== now.size) return true;
  return [...now].some(([name, { digest, pin }]) => {
    const other = before.get(name);
    return other?.pin.kind !== pin.kind || changedParts(other.digest, digest).length > 0;
  });
}

function isDown(state: UpstreamState): boolean {
  return state === "waiting" || state === "failed";
}

function digestsOf({ tools }: SourceTools) {
  return new Map(tools.map(({ name, parts }) => [name, toolDigest(parts)]));
}
