// The pieces of answers of the turns under way. Each part of an answer leaves the server once: its
// prose as `text`, its programs as `program`.

import type { TraceEvent } from "@ptc/core/contracts";
import { presentFields } from "@ptc/core/internal/host";
import { programToolName } from "../answer/program-tool.ts";
import type { ModelDeltaEvent } from "../model/model-delta.ts";
import { ProsePieces } from "./prose-pieces.ts";
import type { StreamedContent, StreamedEvent } from "./streamed-event.ts";

export interface TurnPiecesOptions {
  readonly isIncluded: (content: StreamedContent) => boolean;
  /** Hides values of the mission with this trace. */
  readonly masked: (traceId: string, text: string) => string;
}

/** The answer of a turn while it is written. */
interface Answer {
  /** The attempt at the request: a retry begins again. */
  readonly attempt: number;
  /** The pieces of programs, or undefined if they are too long to compare. */
  program: string | undefined;
  readonly prose: Map<string, { readonly pieces: ProsePieces; readonly last: ModelDeltaEvent }>;
}

/** In UTF-16 units. */
const longestPiece = 50_000;
const longestProgram = 1_000_000;
const mostTurns = 10_000;
const mostBlocks = 1_000;

export class TurnPieces {
  private readonly options: TurnPiecesOptions;
  /** By the span of the turn. */
  private readonly answers = new Map<string, Answer>();

  constructor(options: TurnPiecesOptions) {
    this.options = options;
  }

  /** Returns the events of a piece. */
  delta(event: ModelDeltaEvent): readonly StreamedEvent[] {
    const { kind, text, toolName, hasPrograms, blockId = "" } = event.data;
    if (kind === "thinking" && !this.options.isIncluded("thinking")) return [];
    if (kind === "tool-input")
      return toolName !== programToolName && this.options.isIncluded("arguments")
        ? this.pieces(event, text)
        : [];
    const answer = this.answerOf(event);
    if (answer === undefined) return this.pieces(event, text);
    if (kind === "program" && answer.program !== undefined) {
      const program = answer.program + text;
      answer.program = program.length > longestProgram ? undefined : program;
    }
    if (kind !== "text" || hasPrograms !== true) return this.pieces(event, text);
    const known = answer.prose.get(blockId);
    if (known === undefined && answer.prose.size >= mostBlocks) return this.pieces(event, text);
    const pieces = known?.pieces ?? new ProsePieces();
    answer.prose.set(blockId, { pieces, last: event });
    return this.pieces(event, pieces.push(text));
  }

  /** Returns pieces that waited, which come before this event. */
  before(event: TraceEvent): readonly StreamedEvent[] {
    const turn = event.type === "program-start" ? event.parentSpanId : event.spanId;
    if (turn === undefined || (event.type !== "program-start" && event.type !== "turn-end"))
      return [];
    const answer = this.answers.get(turn);
    if (answer === undefined) return [];
    const source = event.type === "program-start" ? event.data.source : undefined;
    const rest = [...answer.prose.values()].flatMap(({ pieces, last }) => {
      const text = pieces.end(source);
      return text.trim() === "" ? [] : this.pieces(last, text);
    });
    answer.prose.clear();
    if (event.type === "turn-end") this.answers.delete(turn);
    return rest;
  }

  /** Returns the data of `program-start` without a source that its pieces have delivered. */
  withoutStreamed(event: TraceEvent & { readonly type: "program-start" }, data: object): object {
    const answer = this.answers.get(event.parentSpanId ?? "");
    const isStreamed =
      answer?.program !== undefined && answer.program.trim() === event.data.source.trim();
    return isStreamed ? {} : data;
  }

  private answerOf({ parentSpanId, data }: ModelDeltaEvent): Answer | undefined {
    if (parentSpanId === undefined) return undefined;
    const known = this.answers.get(parentSpanId);
    if (known?.attempt === data.attempt) return known;
    if (known === undefined && this.answers.size >= mostTurns) return undefined;
    const answer: Answer = { attempt: data.attempt, program: "", prose: new Map() };
    this.answers.set(parentSpanId, answer);
    return answer;
  }

  private pieces(event: ModelDeltaEvent, text: string): readonly StreamedEvent[] {
    const { traceId, spanId, parentSpanId, agent, time, data } = event;
    const { turn, attempt, kind, toolCallId, toolName, blockId } = data;
    const shown = this.options.masked(traceId, text);
    const events: StreamedEvent[] = [];
    for (let from = 0; from < shown.length;) {
      const end = cutAt(shown, from + longestPiece);
      events.push({
        type: "model-delta",
        spanId,
        ...presentFields({ parentSpanId, agent, time }),
        data: {
          turn,
          attempt,
          kind,
          text: shown.slice(from, end),
          ...presentFields({ toolCallId, toolName, blockId }),
        },
      });
      from = end;
    }
    return events;
  }
}

/** Returns `end`, or one less between the halves of a surrogate pair. */
function cutAt(text: string, end: number): number {
  const code = end < text.length ? text.charCodeAt(end - 1) : 0;
  return code >= 0xd800 && code < 0xdc00 ? end - 1 : end;
}
