// Checks a program while the model writes it, and stops the model once no continuation can make the
// program run. Checks again after the program has grown by a share of its length, so that the total
// work stays proportional to the length.

import type { ModelStreamEvent } from "@ptc/llm";
import { programToolName } from "../../answer/program-tool.ts";
import { growingArgument, growingProgram } from "../../answer/growing-program.ts";
import type { AnswerReader } from "../../model/streamed-model.ts";
import type { ModeTurn } from "../mode.ts";

/** The longest checked program, in UTF-16 units. */
const longestWatched = 100_000;
const leastGrowth = 60;
const shareOfGrowth = 0.15;

/** Returns a reader that watches the first text block of a response. */
export function watchText(turn: ModeTurn): AnswerReader {
  const watch = new UnrecoverableWatch(turn, growingProgram);
  let watched: Pick<ModelStreamEvent & { type: "text-delta" }, "id"> | undefined;
  return (event) => {
    if (event.type !== "text-delta") return watch.verdict;
    watched ??= event;
    return event.id === watched.id ? watch.push(event.text) : watch.verdict;
  };
}

/** Returns a reader that watches the first program in a call. */
export function watchCalls(turn: ModeTurn): AnswerReader {
  const watch = new UnrecoverableWatch(turn, growingArgument);
  let watched: string | undefined;
  return (event: ModelStreamEvent) => {
    if (event.type === "tool-call-start" && event.toolName === programToolName)
      watched ??= event.toolCallId;
    return event.type === "tool-call-delta" && event.toolCallId === watched
      ? watch.push(event.inputText)
      : watch.verdict;
  };
}

class UnrecoverableWatch {
  verdict: "stop" | undefined = undefined;
  private readonly turn: ModeTurn;
  private readonly programIn: (text: string) => string | undefined;
  private text = "";
  private lookAt = leastGrowth;
  private isLooking = false;

  constructor(turn: ModeTurn, programIn: (text: string) => string | undefined) {
    this.turn = turn;
    this.programIn = programIn;
  }

  push(piece: string): "stop" | undefined {
    if (this.text.length > longestWatched) return this.verdict;
    this.text += piece;
    if (this.text.length >= this.lookAt && !this.isLooking) this.look();
    return this.verdict;
  }

  /** Checks while the stream continues. A finding stops the stream at its next piece. */
  private look(): void {
    const { text } = this;
    this.lookAt = text.length + Math.max(leastGrowth, shareOfGrowth * text.length);
    const source = this.programIn(text);
    if (source === undefined) return;
    this.isLooking = true;
    void this.turn.unrecoverablePrefix(source).then(
      (found) => {
        if (found !== undefined) this.verdict = "stop";
        this.isLooking = false;
      },
      () => {
        // If the check itself fails, the complete program runs and reports its mistake.
        this.isLooking = false;
      },
    );
  }
}
