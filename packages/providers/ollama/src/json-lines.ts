// Reads a body that has a JSON value in each line.

import { WrongShape } from "./errors.ts";

/** UTF-16 units; no piece of an answer is as long. */
const longestLine = 20_000_000;

/** @throws WrongShape for a line that is no JSON. */
export async function* jsonLines(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let begun: string[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const text = done ? decoder.decode() : decoder.decode(value, { stream: true });
      const [first = "", ...others] = text.split("\n");
      begun.push(first);
      length += first.length;
      if (length > longestLine) throw new WrongShape("a line is too long");
      for (const next of others) {
        yield* valueOf(begun.join(""));
        begun = [next];
        length = next.length;
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
  try {
    yield JSON.parse(line);
  } catch {
    throw new WrongShape("a line of the stream is no JSON");
  }
}

/** A line without an end may be one that was cut: then the stream is over before its time. */
function* lastOf(line: string): Generator {
  try {
    yield* valueOf(line);
  } catch (error) {
    if (!(error instanceof WrongShape) || line.trimStart().startsWith("<")) throw error;
  }
}
