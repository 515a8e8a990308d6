// Follows a run beside it, from the first call in doubt to the end of the run. Each call of the
// followed run is reported with the origins of its arguments before its real call is decided.
//
//   run        ── call ── call in doubt ─ waits ────────▶ decided ── call ── …
//   followed              └─ from the start ─ reports ──┘ └─ waits for the answer ── …

import { type Activity, nextTask } from "@ptc/core/internal/task";
import { presentFields } from "@ptc/core/internal/host";
import { JournalEntries } from "@ptc/core/internal/journal";
import type { ToolTable } from "../effects/tool-table.ts";
import { without } from "../options/without.ts";
import { resolveMemory } from "../persistence/memory.ts";
import { openJournal, withDeclaredNames } from "../loading/lazy-language.ts";
import type { EvaluatorParts } from "./evaluator-parts.ts";
import { followRun, type FollowedRun } from "./followed-run.ts";
import { labelOfEarlier, type LabeledDefinition } from "./memory-origins.ts";
import type { ArgumentLabel, LabeledCall } from "./following.ts";
import type { OriginTable } from "./origin-table.ts";
import { Unrepeatable, type RecordedPass } from "./recorded-pass.ts";

/** The labels of the arguments of a call by name; undefined if they can't be known. */
export type CallReport = ReadonlyMap<string, ArgumentLabel> | undefined;

export interface FollowerOptions {
  readonly pass: RecordedPass;
  readonly origins: OriginTable;
  readonly isStrict: boolean;
  /** True if literals have the origin `model`. */
  readonly labelsLiterals: boolean;
  readonly endorses: (tool: string) => boolean;
  /** Returns the same text for the same arguments. */
  readonly textOf: (args: unknown) => string;
  /** Counts what the run and its tools do. */
  readonly activity: Activity;
}

/** A followed run may take so many times as long as the real one. */
const slowdown = 10;

export class PassFollower {
  private readonly evaluator: EvaluatorParts;
  private readonly given: FollowerOptions;
  private readonly abort = new AbortController();
  private readonly announced = new Map<string, LabeledCall>();
  private readonly reports = new Map<string, CallReport>();
  private readonly waiting = new Map<string, (report: CallReport) => void>();
  private isOver = false;
  /** The labels of the definitions at its end; undefined if it failed or was ended. */
  readonly definitions: Promise<ReadonlyMap<string, LabeledDefinition> | undefined>;

  constructor(evaluator: EvaluatorParts, given: FollowerOptions) {
    this.evaluator = evaluator;
    this.given = given;
    const running = this.run();
    given.activity.during(Promise.race([running, nextTask()]));
    this.definitions = running
      .catch(() => undefined)
      .then((made) => {
        const isWhole = !this.isOver;
        this.end();
        return isWhole ? made?.definitions : undefined;
      });
  }

  /** Ends the followed run. Calls that it hasn't reported can't be known. */
  end(): void {
    this.isOver = true;
    this.abort.abort();
    this.giveUp();
  }

  /** Resolves to the labels of the arguments of a real call. */
  report(callId: string): Promise<CallReport> {
    if (this.isOver || this.reports.has(callId)) return Promise.resolve(this.reports.get(callId));
    const report = new Promise<CallReport>((resolve) => {
      this.waiting.set(callId, resolve);
    });
    void this.whenStuck().then(() => {
      if (this.waiting.size > 0) this.end();
    });
    return report;
  }

  /** Resolves when neither the run nor the followed run can continue by itself. */
  private async whenStuck(): Promise<void> {
    const { activity } = this.given;
    do {
      await activity.quiet();
      await nextTask();
    } while (activity.open > 0);
  }

  private giveUp(): void {
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const resolve of waiting) resolve(undefined);
  }

  private called(args: unknown, callId: string): unknown {
    const { pass } = this.given;
    const call = this.announced.get(callId);
    const report = call !== undefined && this.isSame(args, callId) ? call.arguments : undefined;
    this.reports.set(callId, report);
    this.waiting.get(callId)?.(report);
    this.waiting.delete(callId);
    if (report === undefined) throw this.failed(new Unrepeatable("the call differs"));
    try {
      return pass.answerOf(callId);
    } catch (error) {
      throw error instanceof Unrepeatable ? this.failed(error) : error;
    }
  }

  /** A program could catch the error, but the run is ended. */
  private failed(error: Unrepeatable): Unrepeatable {
    this.end();
    return error;
  }

  private isSame(args: unknown, callId: string): boolean {
    const { pass, textOf } = this.given;
    const real = pass.argumentsOf(callId);
    try {
      return textOf(args) === textOf(real);
    } catch {
      return false;
    }
  }

  private async run(): Promise<FollowedRun> {
    const { pass, origins, isStrict, activity, labelsLiterals } = this.given;
    const [, , lazyCode, , prepareNow, resolveRunOptions] = this.evaluator;
    const { source, options, clock } = pass;
    const { journal, signal } = options;
    const isShared = journal instanceof JournalEntries;
    if (isShared && pass.readsOlder) throw new Unrepeatable("other runs change the journal");
    const { tools = {}, limits: givenLimits, libraries } = options;
    const given = without(options, ["tools", "limits", "libraries", "generate"]);
    const memory = resolveMemory(options.memory);
    // Both runs would compute the elements of a sequence.
    if (memory.sequences !== undefined || (options.history !== undefined && pass.readsOlder))
      throw new Unrepeatable("earlier programs left sequences");
    const prepared = await prepareNow(source, {
      tools,
      ...presentFields({ limits: givenLimits, libraries }),
      generate: "never",
      memoryNames: memory.names(),
      context: options.context ?? {},
    });
    if (!prepared.ok) throw new Unrepeatable("the program is wrong");
    const { program } = prepared;
    await lazyCode.loadLanguage();
    await Promise.all([lazyCode.storedSequences.load(), lazyCode.characterTables.load()]);
    const limits = { ...program.settings.limits };
    limits.timeoutMs *= slowdown;
    const resolved = resolveRunOptions(
      {
        ...presentFields({
          ...given,
          policy: undefined,
          provenance: undefined,
          trace: undefined,
          history: undefined,
          onJournal: undefined,
        }),
        memory,
        clock: {
          now: (address) => this.timeAt(address),
          monotonic: () => clock.monotonic(),
          sleep: () => Promise.resolve(),
        },
        signal:
          signal === undefined ? this.abort.signal : AbortSignal.any([signal, this.abort.signal]),
        activity,
      },
      limits,
    );
    const earlier = pass.memoryOrigins;
    return await followRun(this.evaluator, {
      source,
      program: program.analyzed,
      options: resolved,
      settings: {
        ...program.settings,
        limits,
        tools: withDeclaredNames(this.repeated(program.settings.tools)),
        journal:
          journal === undefined || isShared
            ? undefined
            : await openJournal(
                { ...journal },
                { onJournal: undefined, firewall: resolved.firewall },
                undefined,
                lazyCode,
              ),
      },
      memory: new Map(
        Array.from(earlier, ([name, found]) => [name, labelOfEarlier(origins, name, found)]),
      ),
      following: {
        origins,
        isStrict,
        literals: labelsLiterals ? origins.bitOf("model") : 0,
        history: origins.bitOf("memory"),
        journal:
          journal === undefined || Object.keys(journal).length === 0 ? 0 : origins.bitOf("memory"),
        endorses: this.given.endorses,
        onCall: (call) => {
          this.announced.set(call.address, call);
        },
      },
    });
  }

  /** Returns tools that give the answers of the run. */
  private repeated(tools: ToolTable): ToolTable {
    return new Map(
      Array.from(tools, ([name, tool]) => [
        name,
        { ...tool, execute: (args, context) => this.called(args, context.callId) },
      ]),
    );
  }

  private timeAt(...[address]: Parameters<RecordedPass["timeAt"]>): number {
    try {
      return this.given.pass.timeAt(address);
    } catch (error) {
      throw error instanceof Unrepeatable ? this.failed(error) : error;
    }
  }
}
