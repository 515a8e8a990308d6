import { Writable } from "node:stream";
import { expect, test, vi } from "vitest";
import { DirectOutput } from "./direct-output.ts";
import { flushed, write } from "./output.ts";

/**
 * Creates an output whose writes accept the numbers of bytes in `sizes`, one after the other. A
 * string is an error code to throw.
 */
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

test("opens no stream if all output can be written immediately", async () => {
  const { output, written, open } = outputOf();
  await write(output, "3\n");
  await write(output, "");
  await flushed(output);
  expect(written()).toBe("3\n");
  expect(open).not.toHaveBeenCalled();
});

test("writes text completely after partial writes, even inside a character", async () => {
  const { output, written, open } = outputOf(1, 2, 3);
  await write(output, "äöü, and so on");
  expect(written()).toBe("äöü, and so on");
  expect(open).not.toHaveBeenCalled();
});

test.each(["EAGAIN", "EPIPE", "ENOSPC"])(
  "after %s, the stream gets the rest and all later text in order",
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

test("the stream gets text that can't be written immediately", async () => {
  const { output, streamed } = outputOf(0);
  await write(output, "3\n");
  await flushed(output);
  expect(streamed()).toBe("3\n");
});

test("doesn't wait for a closed stream", async () => {
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
