// A piece of an answer while the model writes it, for terminals and other interfaces.

import type { ModelStreamEvent } from "@ptc/llm";
import { programToolName } from "../answer/program-tool.ts";
import { ProgramInArguments, ProgramsInText, type ProgramPieces } from "./program-pieces.ts";

/**
 * What a piece is: words of the model, its thinking, or the JSON of the arguments of a call. What
 * is source of a program in words or arguments is told a second time, as `program`, without the
 * marks of its code block and without escapes.
 */
export type DeltaKind = "text" | "thinking" | "tool-input" | "program";

/**
 * A piece of an answer. Where a request is sent again, `attempt` says that the text begins anew.
 */
export interface ModelDelta {
  readonly type: "model-delta";
  readonly traceId: string;
  /** The name of the agent; absent where it has none. */
  readonly agent?: string;
  readonly turn: number;
  /** The attempt at the request; the first is 1. */
  readonly attempt: number;
  readonly kind: DeltaKind;
  readonly text: string;
  /** Of `tool-input`, and of a program in a call: the call that it belongs to. */
  readonly toolCallId?: string;
  readonly toolName?: string;
  /** Of text and thinking, where the model writes blocks of them at the same time: which it is. */
  readonly blockId?: string;
}

type Piece = Pick<ModelDelta, "kind" | "text" | "toolCallId" | "toolName" | "blockId">;

/** Programs are told of in so many blocks of an answer. */
const mostBlocks = 1_000;

/** Makes pieces of the events of one answer. */
export class DeltaReader {
  private readonly names = new Map<string, string>();
  private readonly hasProgramsInText: boolean;
  /** By the ids of blocks; those that have none are one. */
  private readonly inText = new Map<string | undefined, ProgramPieces>();
  private readonly inCalls = new Map<string, ProgramPieces>();

  /** Whether programs stand in the text. */
  constructor(hasProgramsInText: boolean) {
    this.hasProgramsInText = hasProgramsInText;
  }

  /** The pieces that an event brings. */
  of(event: ModelStreamEvent): readonly Piece[] {
    switch (event.type) {
      case "text-delta":
        return withProgram({ kind: "text", ...blockPiece(event) }, this.programsIn(event.id));
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
  return source === "" ? [piece] : [piece, { ...piece, kind: "program", text: source }];
}
