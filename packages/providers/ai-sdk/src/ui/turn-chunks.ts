// Chunks of one turn: a step of the message with text, reasoning and the program's tool part.

import type { StreamedEvent, StreamedEventData } from "@ptc/subagent/streams";
import type { Chunk } from "./chunk.ts";

export type OwnDelta = Extract<StreamedEvent, { readonly type: "model-delta" }>;

/** The name of the tool part of programs, as of the tool with which a model sends them. */
const programTool = "lisp_eval";

interface OpenText {
  readonly kind: "text" | "reasoning";
  readonly id: string;
}

export class TurnChunks {
  private isOpen = false;
  private attempt = 1;
  private open: OpenText | undefined = undefined;
  private texts = 0;
  /** The text of the present turn, up to a limit: an answer may repeat it. */
  private written = "";
  /** The tool part whose input is streaming. */
  private streaming: string | undefined = undefined;
  private source = "";
  /** Turns whose first program has the turn's own id. */
  private readonly programs = new Map<string, string>();

  begin(): Chunk[] {
    this.isOpen = true;
    this.attempt = 1;
    this.written = "";
    this.source = "";
    this.programs.clear();
    return [{ type: "start-step" }];
  }

  end(): Chunk[] {
    const chunks = this.endText();
    if (!this.isOpen) return chunks;
    this.isOpen = false;
    return [...chunks, ...this.dropStreaming(), { type: "finish-step" }];
  }

  delta(event: OwnDelta): Chunk[] {
    const { kind, text, attempt, blockId = "" } = event.data;
    const chunks = attempt > this.attempt ? this.again(attempt) : [];
    if (kind === "tool-input") return chunks;
    if (kind === "program") return [...chunks, ...this.piece(idOfTurn(event.parentSpanId), text)];
    if (kind === "text" && this.written.length < longestWritten) this.written += text;
    const place = `${kind}.${blockId}`;
    const part = kind === "text" ? "text" : "reasoning";
    return [...chunks, ...this.textPiece(part, place, text)];
  }

  /** A program begins to run. Its source is absent if its pieces were exactly it. */
  program(spanId: string | undefined, turn: string | undefined, source = this.source): Chunk[] {
    const toolCallId = this.idOfProgram(spanId, turn);
    this.streaming = undefined;
    return [
      ...this.endText(),
      {
        type: "tool-input-available",
        toolCallId,
        toolName: programTool,
        input: { program: source },
        dynamic: true,
        providerExecuted: true,
        ...(spanId === undefined ? {} : { toolMetadata: { spanId } }),
      },
    ];
  }

  programEnd(
    spanId: string | undefined,
    turn: string | undefined,
    { ok, fail, text, prints }: StreamedEventData["program-end"],
  ): Chunk[] {
    const toolCallId = this.idOfProgram(spanId, turn);
    if (!ok) {
      const errorText = fail?.message ?? `The program failed: ${fail?.reason ?? "unknown"}.`;
      return [{ type: "tool-output-error", toolCallId, errorText }];
    }
    const output = {
      ok,
      ...(text === undefined ? {} : { text }),
      ...(prints === undefined ? {} : { prints }),
    };
    return [{ type: "tool-output-available", toolCallId, output }];
  }

  /** Ends the text or reasoning that is open. */
  endText(): Chunk[] {
    const { open } = this;
    this.open = undefined;
    return open === undefined ? [] : [{ type: `${open.kind}-end`, id: open.id }];
  }

  /** True if the text of the last turn is `answer`. */
  hasWritten(answer: string): boolean {
    return this.written.trim() === answer.trim();
  }

  whole(place: string, text: string): Chunk[] {
    return [...this.textPiece("text", place, text), ...this.endText()];
  }

  private textPiece(kind: OpenText["kind"], place: string, text: string): Chunk[] {
    const chunks: Chunk[] = [];
    if (this.open?.kind !== kind || !this.open.id.endsWith(`.${place}`)) {
      chunks.push(...this.endText());
      this.texts += 1;
      this.open = { kind, id: `${String(this.texts)}.${place}` };
      chunks.push({ type: `${kind}-start`, id: this.open.id });
    }
    chunks.push({ type: `${kind}-delta`, id: this.open.id, delta: text });
    return chunks;
  }

  /** The input is `{"program":"…"}`, whose text is sent as the model writes it. */
  private piece(toolCallId: string, text: string): Chunk[] {
    this.source += text;
    const chunks: Chunk[] = this.endText();
    if (this.streaming === undefined) {
      this.streaming = toolCallId;
      const part = { toolCallId, toolName: programTool, dynamic: true, providerExecuted: true };
      chunks.push({ type: "tool-input-start", ...part });
      chunks.push({ type: "tool-input-delta", toolCallId, inputTextDelta: '{"program":"' });
    }
    const inputTextDelta = JSON.stringify(text).slice(1, -1);
    chunks.push({ type: "tool-input-delta", toolCallId, inputTextDelta });
    return chunks;
  }

  /** A retry of the request: the answer begins again. */
  private again(attempt: number): Chunk[] {
    this.attempt = attempt;
    this.open = undefined;
    this.streaming = undefined;
    this.source = "";
    this.written = "";
    return [{ type: "reset-step" }];
  }

  /** A program that was written but never ran. */
  private dropStreaming(): Chunk[] {
    const toolCallId = this.streaming;
    this.streaming = undefined;
    if (toolCallId === undefined) return [];
    const input = { program: this.source };
    const errorText = "The program didn't run.";
    return [
      {
        type: "tool-input-error",
        toolCallId,
        toolName: programTool,
        input,
        errorText,
        dynamic: true,
        providerExecuted: true,
      },
    ];
  }

  /** The first program of a turn has the id of its turn, because its pieces arrive before it. */
  private idOfProgram(spanId = "", turn: string | undefined): string {
    const ofTurn = idOfTurn(turn);
    const first = this.programs.get(ofTurn);
    if (first === undefined) this.programs.set(ofTurn, spanId);
    return first === undefined || first === spanId ? ofTurn : spanId;
  }
}

const longestWritten = 1_000_000;

function idOfTurn(spanId = ""): string {
  return `program-${spanId}`;
}
