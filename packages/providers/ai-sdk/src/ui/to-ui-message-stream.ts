// A run as a UI message stream of the AI SDK.
//
//   turn ─ start-step … finish-step          program ─ tool part `lisp_eval`, input streaming
//   text, thinking ─ text and reasoning      call of a program ─ data-tool-call
//   call of the model ─ tool part            call that waits ─ tool part with an approval request

import type { Json } from "@ptc/core/encoding";
import { OptionError } from "@ptc/core/errors";
import type { MissionEvents } from "@ptc/subagent";
import {
  visibleEvents,
  type StreamContentOptions,
  type StreamedEvent,
} from "@ptc/subagent/streams";
import type { InferUIMessageChunk } from "ai";
import { RunChunks } from "./run-chunks.ts";
import type { UIAttachment, UIMessageOfRun } from "./ui-message.ts";

/** The options of `toUIMessageStream`. */
export interface UIMessageStreamOptions extends StreamContentOptions {
  /** False to leave out the model's thinking. Default true, as in the AI SDK. */
  readonly sendReasoning?: boolean;
  /** The id of the message. Default: `useChat` makes one, or continues the assistant's message. */
  readonly messageId?: string;
  /** Returns the sources and files of an answer, which is plain JSON. Default: none. */
  readonly attachments?: (answer: Json) => readonly UIAttachment[];
}

const optionNames: readonly string[] = [
  "include",
  "maxFieldChars",
  "maxStoredChars",
  "sendReasoning",
  "messageId",
  "attachments",
] satisfies readonly (keyof UIMessageStreamOptions)[];

/**
 * Returns the run of `runEvents`, `resumeEvents` or `chat.events` as a stream of UI message chunks.
 * Cancelling the stream cancels the run. As in `toEventStream`, prompts, arguments, results of
 * tools and messages of errors are included only on request, and firewalled values never.
 *
 * @throws OptionError
 */
export function toUIMessageStream(
  run: MissionEvents,
  options: UIMessageStreamOptions = {},
): ReadableStream<InferUIMessageChunk<UIMessageOfRun>> {
  const unknown = Object.keys(options).find((name) => !optionNames.includes(name));
  if (unknown !== undefined)
    throw new OptionError(unknown, `isn't an option: use one of ${optionNames.join(", ")}`);
  const { sendReasoning = true, messageId, attachments = () => [], ...content } = options;
  const include = [...(content.include ?? []), ...(sendReasoning ? ["thinking" as const] : [])];
  const events = visibleEvents(run, { ...content, include });
  const chunks = new RunChunks(attachments);
  let isStarted = false;
  return new ReadableStream(
    {
      pull: async (controller) => {
        if (!isStarted) {
          isStarted = true;
          controller.enqueue({ type: "start", ...(messageId === undefined ? {} : { messageId }) });
          return;
        }
        for (;;) {
          const next = await events.next();
          if (next.done === true) {
            controller.close();
            return;
          }
          const converted = chunks.of(next.value satisfies StreamedEvent);
          for (const chunk of converted) controller.enqueue(chunk);
          if (converted.length > 0) return;
        }
      },
      cancel: () => {
        run.cancel();
      },
    },
    { highWaterMark: 1 },
  );
}
