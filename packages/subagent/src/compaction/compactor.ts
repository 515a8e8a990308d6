// Shortens the conversation of one mission before a turn, if the option `compaction` asks for it.
// The log then holds the shortened conversation, which is sent to the model.

import type { TraceScope } from "@ptc/core/contracts";
import type { JournalEntries } from "@ptc/core/internal/journal";
import type { ModelMessage } from "@ptc/llm";
import { presentFields } from "@ptc/llm/adapter";
import type { Memory } from "@ptc/lisp";
import type { Agent } from "../agent/agent.ts";
import type { ModeTurn } from "../modes/mode.ts";
import type { MissionLog } from "../step/mission-log.ts";
import type { Compaction } from "../agent/compaction-option.ts";
import type { CompactionReason, CompactionUsage } from "../step/compaction-usage.ts";
import { splitConversation, shortened, type SplitConversation } from "./split-conversation.ts";
import { leftOutText } from "./left-out.ts";
import { isOverBudget, pressure } from "./pressure.ts";
import {
  readSummary,
  summaryRequest,
  type AskedSummary,
  type ReadSummary,
  type SummaryQuestion,
} from "./summary.ts";
import { TokenCounts } from "./token-counts.ts";

export interface CompactorOptions {
  readonly agent: Agent;
  readonly option: Compaction;
  readonly log: MissionLog;
  readonly journal: JournalEntries | undefined;
  readonly ask: (question: SummaryQuestion) => Promise<AskedSummary>;
}

type CompactedTurn = Pick<ModeTurn, "number" | "trace">;

export class Compactor {
  private readonly options: CompactorOptions;
  private readonly counts: TokenCounts;
  private readonly memoryBefore: Memory;
  private readonly changesBefore: number;
  /** The original head of the conversation, without a note. */
  private head: readonly ModelMessage[] | undefined = undefined;
  private starts: number[] = [];
  private summary: string | undefined = undefined;
  private wasOverBudget = false;

  constructor(options: CompactorOptions) {
    const { option, log, journal } = options;
    this.options = options;
    this.counts = new TokenCounts(option.countTokens);
    this.memoryBefore = log.memory;
    this.changesBefore = journal?.changeCount ?? 0;
  }

  /**
   * Call this before each turn. Returns by how many messages the conversation was shortened.
   * @throws OptionError for a bad result of `countTokens`
   */
  async beforeTurn(turn: CompactedTurn): Promise<number> {
    const { option, log } = this.options;
    const { messages } = log;
    this.starts.push(messages.length);
    const conversation = splitConversation(messages, this.starts);
    this.head ??= conversation.head;
    const size = { turns: conversation.turns.length, tokens: this.counts.total(messages) };
    const reason = pressure(option, size, this.wasOverBudget);
    if (reason !== undefined) return await this.compact(conversation, reason, size.tokens, turn);
    const { compaction: last } = log;
    const overBudget = isOverBudget(option, size) || last?.overBudget === true;
    log.compaction =
      last?.triggered === true
        ? { ...last, overBudget }
        : {
            ...this.counted(messages.length, messages.length, size.tokens, size.tokens),
            triggered: false,
            count: 0,
            droppedTurns: 0,
            overBudget,
          };
    return 0;
  }

  private async compact(
    { turns }: SplitConversation,
    reason: CompactionReason,
    tokensBefore: number,
    { number, trace }: CompactedTurn,
  ): Promise<number> {
    const { option, log, agent, journal } = this.options;
    const { keepRecentTurns, strategy } = option;
    const before = log.messages.length;
    const left = turns.slice(0, -keepRecentTurns);
    const span = trace.start("compaction", () => ({
      strategy,
      reason,
      messages: before,
      estimatedTokens: tokensBefore,
    }));
    const summary =
      strategy === "summarize" ? await this.summaryOf(left, number, span.scope) : undefined;
    if (summary?.ok === true) this.summary = summary.text;
    const problem = summary?.ok === false ? summary.problem : undefined;
    const droppedTurns = (log.compaction?.droppedTurns ?? 0) + left.length;
    const note = leftOutText(
      {
        turns: droppedTurns,
        summary: this.summary,
        memory: log.memory,
        memoryBefore: this.memoryBefore,
        journaled: journal?.setSince(this.changesBefore) ?? [],
        plan: agent.plan,
        summaries: log.summaries,
      },
      log.firewall,
    );
    const made = shortened({ head: this.head ?? [], turns }, keepRecentTurns, note);
    const messages = [...made.head, ...made.turns.flat()];
    log.compact(messages);
    this.starts = startsOf(made);
    const tokensAfter = this.counts.total(messages);
    this.wasOverBudget = isOverBudget(option, { turns: made.turns.length, tokens: tokensAfter });
    const { compaction: last } = log;
    log.compaction = {
      ...this.counted(before, messages.length, tokensBefore, tokensAfter),
      triggered: true,
      count: (last?.count ?? 0) + 1,
      droppedTurns,
      reason,
      overBudget: this.wasOverBudget || last?.overBudget === true,
    };
    span.end({
      ok: problem === undefined,
      ...presentFields({ error: problem }),
      droppedTurns: left.length,
      messages: messages.length,
      estimatedTokens: tokensAfter,
      overBudget: this.wasOverBudget,
    });
    return before - messages.length;
  }

  /**
   * Asks the model for a summary of turns. If that fails, adds a warning, and the model gets the
   * note without a summary.
   */
  private async summaryOf(
    turns: readonly (readonly ModelMessage[])[],
    turn: number,
    trace: TraceScope,
  ): Promise<ReadSummary> {
    const { option, log, ask } = this.options;
    const { summaryMaxChars: maxChars } = option;
    const mission = this.head?.findLast(({ role }) => role === "user");
    const asked = await ask({
      messages: summaryRequest({ mission, before: this.summary, turns, maxChars }, log.firewall),
      // One token per character is more than any script needs, and leaves room to think.
      maxOutputTokens: maxChars,
      turn,
      trace,
    });
    const read: ReadSummary = asked.ok ? readSummary(asked.response, maxChars) : asked;
    if (!read.ok && !(!asked.ok && asked.isOver))
      log.warn(`compaction: ${read.problem}; the turns were omitted without a summary`);
    return read;
  }

  private counted(
    messagesBefore: number,
    messagesAfter: number,
    estimatedTokensBefore: number,
    estimatedTokensAfter: number,
  ): Pick<
    CompactionUsage,
    | "strategy"
    | "messagesBefore"
    | "messagesAfter"
    | "estimatedTokensBefore"
    | "estimatedTokensAfter"
    | "keptRecentTurns"
  > {
    const { strategy, keepRecentTurns: keptRecentTurns } = this.options.option;
    return {
      strategy,
      messagesBefore,
      messagesAfter,
      estimatedTokensBefore,
      estimatedTokensAfter,
      keptRecentTurns,
    };
  }
}

/** Returns the start of each turn, including the next one. */
function startsOf({ head, turns }: SplitConversation): number[] {
  const starts = [head.length];
  for (const turn of turns) starts.push((starts.at(-1) ?? 0) + turn.length);
  // The last entry is the start of the next turn, which `beforeTurn` adds itself.
  return starts;
}
