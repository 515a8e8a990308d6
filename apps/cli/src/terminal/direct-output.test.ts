import { Writable } from "node:stream";
import { expect, test, vi } from "vitest";
import { DirectOutput } from "./direct-output.ts";
import { flushed, write } from "./output.ts";

/** Takes bytes as `sizes` say, one after the other; a text is what goes wrong then. */
function outputOf(...sizes: readonly (number | string)[]): {
  readonly output: DirectOutput;
  readonly written: () => string;
  readonly streamed: () => string;
  readonly all: () => string;
  readonly open: () => void;
} {
  const left = [...sizes];
  const [written, streamed]: [Buffer[], Buffer[]] = [[], []];
  const open = vi.fn(
    () =>
      new Writable({
        highWaterMark: 4,
        write: (chunk: Buffer, _encoding, done) => {
          streamed.push(chunk);
          setImmediate(done);
        },
      }),
  );
  const output = new DirectOutput((bytes) => {
    const size = left.shift() ?? bytes.length;
    if (typeof size === "string") throw Object.assign(new Error(size), { code: size });
    written.push(Buffer.from(bytes.subarray(0, size)));
    return Math.min(size, bytes.length);
  }, open);
  return {
    output,
    written: () => Buffer.concat(written).toString(),
    streamed: () => Buffer.concat(streamed).toString(),
    all: () => Buffer.concat([...written, ...streamed]).toString(),
    open,
  };
}

test("what can be written at once opens no stream", async () => {
  const { output, written, open } = outputOf();
  await write(output, "3\n");
  await write(output, "");
  await flushed(output);
  expect(written()).toBe("3\n");
  expect(open).not.toHaveBeenCalled();
});

test("a text that is taken in parts is written whole, inside a character too", async () => {
  const { output, written, open } = outputOf(1, 2, 3);
  await write(output, "äöü, and so on");
  expect(written()).toBe("äöü, and so on");
  expect(open).not.toHaveBeenCalled();
});

test.each(["EAGAIN", "EPIPE", "ENOSPC"])(
  "after %s the stream has the rest, and all that follows in its order",
  async (code) => {
    const { output, all, open } = outputOf(3, code);
    await write(output, "äöü!");
    await write(output, "two");
    await write(output, "three");
    await flushed(output);
    expect(all()).toBe("äöü!twothree");
    expect(open).toHaveBeenCalledTimes(1);
  },
);

test("where nothing is taken, the stream has it", async () => {
  const { output, streamed } = outputOf(0);
  await write(output, "3\n");
  await flushed(output);
  expect(streamed()).toBe("3\n");
});

test("a stream that was closed is no longer waited for", async () => {
  const stream = new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
  const output = new DirectOutput(
    () => 0,
    () => stream,
  );
  await write(output, "3\n");
  stream.destroy();
  await expect(flushed(output)).resolves.toBeUndefined();
  expect(output.destroyed).toBe(true);
});
