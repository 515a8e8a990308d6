// Reads a body with one JSON value per line.

import { expectJson, ShapeError } from "@ptc/llm/adapter";

/** Yields the value of each line. @throws ShapeError for a line that isn't JSON */
export async function* jsonLines(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let begun: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const text = done ? decoder.decode() : decoder.decode(value, { stream: true });
      const [first = "", ...others] = text.split("\n");
      begun.push(first);
      for (const next of others) {
        yield* valueOf(begun.join(""));
        begun = [next];
      }
      if (done) {
        yield* lastOf(begun.join(""));
        return;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function* valueOf(line: string): Generator {
  if (line.trim() === "") return;
  yield expectJson(line, "a line of the stream");
}

/** Ignores a last line without an end if it isn't JSON, because it may be cut off. */
function* lastOf(line: string): Generator {
  try {
    yield* valueOf(line);
  } catch (error) {
    if (!(error instanceof ShapeError) || line.trimStart().startsWith("<")) throw error;
  }
}
