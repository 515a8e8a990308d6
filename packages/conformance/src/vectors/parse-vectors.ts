// Parses a file of vectors in transcript form (../../README.md describes it). It is strict:
// anything unreadable is an error with file and line, because a silently skipped vector would test
// nothing.

import {
  authorities,
  type Authority,
  type Expectation,
  type Vector,
  type VectorInput,
} from "./vector.ts";

const prompt = "user=> ";
const continuation = "  #_=> ";
const inputMark = ";; with ";
const headerMark = ";; ";
const errorMark = ";=> error ";

/** A mistake in a file of vectors. */
export class VectorFileError extends Error {}

interface Line {
  readonly text: string;
  readonly place: string;
}

/** @throws VectorFileError */
export function parseVectors(text: string, file: string): readonly Vector[] {
  const vectors = blocksOf(text, file).map(vectorOf);
  const places = new Map<string, string>();
  for (const { id, place } of vectors) {
    const earlier = places.get(id);
    if (earlier !== undefined)
      throw new VectorFileError(`${place}: the id ${id} stands at ${earlier} already`);
    places.set(id, place);
  }
  return vectors;
}

/** Splits the text at blank lines. Lines that start with `;;;` are comments. */
function blocksOf(text: string, file: string): readonly (readonly [Line, ...Line[]])[] {
  const blocks: [Line, ...Line[]][] = [];
  let block: [Line, ...Line[]] | undefined;
  for (const [index, lineText] of text.split("\n").entries()) {
    if (lineText.startsWith(";;;")) continue;
    const line = { text: lineText, place: `${file}:${String(index + 1)}` };
    if (lineText.trim() === "") block = undefined;
    else if (block === undefined) blocks.push((block = [line]));
    else block.push(line);
  }
  return blocks;
}

function vectorOf([header, ...lines]: readonly [Line, ...Line[]]): Vector {
  const rest = [...lines];
  const input =
    rest[0]?.text.startsWith(inputMark) === true ? inputOf(rest.shift() ?? header) : undefined;
  const first = rest.shift();
  if (first?.text.startsWith(prompt) !== true)
    throw new VectorFileError(
      `${(first ?? header).place}: expected a line that begins with "${prompt}"`,
    );
  const program = [first.text.slice(prompt.length)];
  while (rest[0]?.text.startsWith(continuation) === true)
    program.push(rest.shift()?.text.slice(continuation.length) ?? "");
  const answer = rest.pop();
  if (answer === undefined) throw new VectorFileError(`${first.place}: the program has no answer`);
  const misplaced = rest.find(
    ({ text }) =>
      text.startsWith(prompt) || text.startsWith(headerMark) || text.startsWith(errorMark),
  );
  if (misplaced !== undefined)
    throw new VectorFileError(`${misplaced.place}: expected a blank line before the next vector`);
  return {
    ...headerOf(header),
    input,
    program: program.join("\n"),
    output: rest.map(({ text }) => text),
    expectation: expectationOf(answer),
    place: header.place,
  };
}

function headerOf({ text, place }: Line): Pick<Vector, "id" | "covers" | "authorities" | "reason"> {
  if (!text.startsWith(headerMark))
    throw new VectorFileError(`${place}: expected a header: ;; id | covers | authorities | reason`);
  const columns = text
    .slice(headerMark.length)
    .split(" | ")
    .map((column) => column.trim());
  const [id = "", covers = "", who = "", reason, ...more] = columns;
  if (!/^\S+-\d{2,}$/.test(id))
    throw new VectorFileError(`${place}: expected an id such as join-01, got "${id}"`);
  if (covers === "") throw new VectorFileError(`${place}: it says nothing of what it covers`);
  if (more.length > 0) throw new VectorFileError(`${place}: a header has at most four columns`);
  const names = who.split(" ");
  if (!names.every(isAuthority))
    throw new VectorFileError(
      `${place}: the authorities are ${authorities.join(", ")}, got "${who}"`,
    );
  if (!names.includes("clojure") && (reason ?? "") === "")
    throw new VectorFileError(`${place}: an answer that is not JVM Clojure's needs a reason`);
  return { id, covers: covers.split(",").map((name) => name.trim()), authorities: names, reason };
}

function isAuthority(name: string): name is Authority {
  return authorities.some((authority) => authority === name);
}

function inputOf({ text, place }: Line): VectorInput {
  try {
    return JSON.parse(text.slice(inputMark.length)) as VectorInput;
  } catch {
    throw new VectorFileError(`${place}: what follows "${inputMark}" is not JSON`);
  }
}

function expectationOf({ text, place }: Line): Expectation {
  if (!text.startsWith(errorMark)) return { kind: "value", text };
  const error = text.slice(errorMark.length);
  if (!/^[a-z_]+$/.test(error))
    throw new VectorFileError(`${place}: expected a kind of error, got "${error}"`);
  return { kind: "error", error };
}
