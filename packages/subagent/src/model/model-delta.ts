// Pieces of an answer while the model writes it, for terminals and other interfaces.

import type { ModelStreamEvent } from "@ptc/llm";
import { programToolName } from "../answer/program-tool.ts";
import { ProgramInArguments, ProgramsInText, type ProgramPieces } from "./program-pieces.ts";

/**
 * The kind of a piece: text of the model, its thinking, or the JSON of a call's arguments. Program
 * source in text or arguments is reported a second time, as `program`, without the code fence and
 * without escapes.
 */
export type DeltaKind = "text" | "thinking" | "tool-input" | "program";

/** A piece of an answer. On a retry, `attempt` shows that the text begins again. */
export interface ModelDelta {
  readonly turn: number;
  /** The attempt at the request. The first is 1. */
  readonly attempt: number;
  readonly kind: DeltaKind;
  readonly text: string;
  /** The call, for `tool-input` and for a program in a call. */
  readonly toolCallId?: string;
  readonly toolName?: string;
  /** The block of text or thinking, if the model writes several at the same time. */
  readonly blockId?: string;
  /** Present for text whose code blocks are programs: `program` pieces repeat their source. */
  readonly hasPrograms?: true;
}

/**
 * The event of a piece, with the fields of a trace event. Only `runEvents` and `chat.events` have
 * these events; trace files contain whole responses.
 */
export interface ModelDeltaEvent {
  readonly type: "model-delta";
  readonly traceId: string;
  /** The span of the request: the `spanId` of its `model-request-start`. */
  readonly spanId: string;
  /** The span of the turn. */
  readonly parentSpanId?: string;
  /** The name of the mission's agent. Absent if the agent has no name. */
  readonly agent?: string;
  /** The time at which the piece arrived, in milliseconds since the epoch. */
  readonly time: number;
  readonly data: ModelDelta;
}

type Piece = Pick<
  ModelDelta,
  "kind" | "text" | "toolCallId" | "toolName" | "blockId" | "hasPrograms"
>;

/** The maximum number of blocks in an answer whose programs are reported. */
const mostBlocks = 1_000;

/** Converts the stream events of one answer to pieces. */
export class DeltaReader {
  private readonly names = new Map<string, string>();
  private readonly hasProgramsInText: boolean;
  /** Readers by block id. Blocks without an id share one. */
  private readonly inText = new Map<string | undefined, ProgramPieces>();
  private readonly inCalls = new Map<string, ProgramPieces>();

  /** Pass true if the text contains programs. */
  constructor(hasProgramsInText: boolean) {
    this.hasProgramsInText = hasProgramsInText;
  }

  /** Returns the pieces of an event. */
  of(event: ModelStreamEvent): readonly Piece[] {
    switch (event.type) {
      case "text-delta":
        return withProgram(
          {
            kind: "text",
            ...blockPiece(event),
            ...(this.hasProgramsInText ? { hasPrograms: true } : {}),
          },
          this.programsIn(event.id),
        );
      case "thinking-delta":
        return [{ kind: "thinking", ...blockPiece(event) }];
      case "tool-call-start": {
        const { toolCallId, toolName } = event;
        this.names.set(toolCallId, toolName);
        if (toolName === programToolName) this.inCalls.set(toolCallId, new ProgramInArguments());
        return [{ kind: "tool-input", toolCallId, toolName, text: "" }];
      }
      case "tool-call-delta": {
        const { toolCallId, inputText } = event;
        const call = { toolCallId, toolName: this.names.get(toolCallId) ?? "" };
        return withProgram(
          { kind: "tool-input", ...call, text: inputText },
          this.inCalls.get(toolCallId),
        );
      }
      default:
        return [];
    }
  }

  private programsIn(block: string | undefined): ProgramPieces | undefined {
    if (!this.hasProgramsInText) return undefined;
    const known = this.inText.get(block);
    if (known !== undefined || this.inText.size >= mostBlocks) return known;
    const programs = new ProgramsInText();
    this.inText.set(block, programs);
    return programs;
  }
}

function blockPiece({ text, id }: { readonly text: string; readonly id?: string }) {
  return { text, ...(id === undefined ? {} : { blockId: id }) };
}

function withProgram(piece: Piece, programs: ProgramPieces | undefined): readonly Piece[] {
  const source = programs?.push(piece.text) ?? "";
  return source === "" ? [piece] : [piece, programPiece(piece, source)];
}

function programPiece({ hasPrograms: _, ...place }: Piece, source: string): Piece {
  return { ...place, kind: "program", text: source };
}
