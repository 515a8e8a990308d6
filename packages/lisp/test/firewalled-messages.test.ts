// Texts of firewalled fields in messages of builtins. Each builtin gets such a text in each
// argument, so that nearly every call fails, and no message may show a piece of the text.

import { expect, test } from "vitest";
import { TraceScope, systemClock, type TraceEvent } from "@ptc/core/contracts";
import { Firewall } from "@ptc/core/firewall";
import { builtins } from "../src/builtins/library/table.ts";
import type { Builtin } from "../src/builtins/builtin.ts";
import { isFull, sampled } from "./sampled.ts";
import { run } from "../src/index.ts";

/** The shortest piece of a text that must not be shown. */
const piece = 8;

let noises = 0;

/** Returns a text without any piece that another text, or a message, contains by chance. */
function noise(length: number, separator: string): string {
  let text = "";
  while (text.length < length)
    text += `${separator}${((++noises + 1) * 7_919_317 + 104_729).toString(36)}q`;
  return text.slice(0, length);
}

const columnName = noise(30, "w");

/** Texts of all lengths around the cuts of messages, in shapes that parsers read to the middle. */
const texts: readonly string[] = [
  ...[19, 25, 41, 61, 99, 310, 2_600].map((length) => noise(length, "w")),
  noise(90, " "),
  noise(90, "\n"),
  noise(90, '"'),
  noise(90, ","),
  noise(90, "\\"),
  `"${noise(40, "w")}"${noise(40, "v")}`,
  `${columnName},${columnName}\n1,2`,
  `{"${noise(30, "k")}": "${noise(30, "x")}" ${noise(40, "y")}}`,
  `{"a": ${noise(40, "t")}}`,
  `[1, 2, ${noise(40, "t")}]`,
  `%${noise(40, "w")}`,
  `100 %- ${noise(40, "w")}`,
  `(${noise(40, "w")}`,
  `[a-${noise(40, "w")}`,
  `\\p{${noise(30, "w")}}`,
  `a(?<${noise(30, "w")}>`,
  `\\k<${noise(30, "w")}>`,
  `$1 \${${noise(30, "w")}}`,
  `yyyy ${noise(30, "w")}`,
  `2026-01-02T03:04:05${noise(40, "z")}`,
  `2026-01-02 ${noise(40, "z")}`,
  `P1D${noise(40, "z")}`,
  `12345678901234567890123456789${noise(40, "z")}`,
  `java.${noise(40, "z")}`,
  `data/${noise(40, "z")}`,
  `tool/${noise(40, "z")}`,
  `clojure.string/${noise(60, "z")}`,
  `:${noise(60, "z")}`,
  `(-> ${noise(60, "z")}`,
  `{{${noise(60, "z")}`,
];

/** The parts of texts that messages also show without them. */
const known = "2026-01-02T03:04:05 clojure.string/ 12345678901234567890123456789";

const pieces: readonly ReadonlySet<string>[] = texts.map(
  (text) => new Set(piecesOf(text).filter((part) => !known.toLowerCase().includes(part))),
);

function piecesOf(text: string): readonly string[] {
  const plain = text.toLowerCase().replaceAll("\\", "");
  return Array.from({ length: Math.max(0, plain.length - piece + 1) }, (_, at) =>
    plain.slice(at, at + piece),
  );
}

function leakIn(shown: string, index: number): boolean {
  return piecesOf(shown).some((part) => pieces[index]?.has(part) === true);
}

const others = ['"a"', "1"];

/** Calls of a builtin with the text, written `%`, in one argument or in all. */
function callsOf(builtin: Builtin): readonly string[] {
  const { name, row } = builtin;
  const example = row.example[0];
  const replaced = [...example.matchAll(/"(?:[^"\\]|\\.)*"|(?<=[\s([{]):[\w-]+|\b\d+\b/g)].map(
    ({ 0: literal, index }) =>
      `${example.slice(0, index)}%${example.slice(index + literal.length)}`,
  );
  const lists = [
    "%",
    "[%]",
    "{:a %}",
    "(keyword %)",
    "(symbol %)",
    "% %",
    "% % %",
    ...others.flatMap((other) => [`% ${other}`, `${other} %`]),
    "% 1 2",
    '"a" % "b"',
    '"a" "b" %',
    "inc % [1]",
  ];
  return [
    ...replaced,
    ...lists
      .filter((list) => builtin.accepts(argumentCount(list)))
      .map((list) => `(${name} ${list})`),
  ];
}

function argumentCount(list: string): number {
  return list.replace(/\([^)]*\)|\[[^\]]*\]|\{[^}]*\}/g, "x").split(" ").length;
}

/** Runs a program with a firewall. Returns what it shows, and the firewall. */
async function shownBy(source: string, notes: readonly string[]): Promise<readonly string[]> {
  const firewall = new Firewall();
  const { events, trace } = tracing(firewall);
  const step = await run(source, {
    context: { rows: notes.map((text) => ({ _note: text })) },
    firewall,
    hideFirewalled: true,
    trace,
  });
  return [
    ...step.prints,
    ...(step.ok ? [] : [step.fail.message, step.fail.details?.hint ?? ""]),
    ...(notes.length > 1 ? [] : [JSON.stringify(events)]),
  ].map((text) => firewall.mask(text));
}

function tracing(firewall: Firewall): { events: TraceEvent[]; trace: TraceScope } {
  const events: TraceEvent[] = [];
  const sink = { emit: (event: TraceEvent) => void events.push(event) };
  const random = (): number => 0.5;
  return {
    events,
    trace: new TraceScope({ sink, clock: systemClock, random, traceId: "t", firewall }),
  };
}

/** Returns the messages that show a piece of a text, at most one per call. */
async function leaksOf(
  call: string,
  place: number,
): Promise<{ readonly failing: number; readonly leaks: readonly string[] }> {
  const inside = `(let [result ${call.replaceAll("%", "note")}]
    (when (seq? result) (dorun (take 9 result))))`;
  // A call of one argument gets every text, and another call gets a third of them.
  const some = [...texts.keys()].filter((index) => / %\)$/.test(call) || index % 3 === place % 3);
  const caught = await shownBy(
    `(doseq [[index note] (map vector ${JSON.stringify(some)} (map :_note data/rows))]
       (try ${inside} (catch Exception e (println index (ex-message e)))))`,
    some.map((index) => texts[index] ?? ""),
  );
  const failing = caught.flatMap((print) => /^(\d+) /.exec(print)?.[1] ?? []);
  // A hint is no part of a caught error, so a few of the failing calls fail without a catch.
  const uncaught = failing.length === 0 ? [] : [Number(failing[place % failing.length])];
  const shown = [
    ...caught.map((print) => [print, Number.parseInt(print, 10)] as const),
    ...(
      await Promise.all(
        uncaught.map(async (index) => {
          const source = `(let [note (:_note (first data/rows))] ${inside})`;
          return (await shownBy(source, [texts[index] ?? ""])).map(
            (text) => [text, index] as const,
          );
        }),
      )
    ).flat(),
  ];
  const leaks = shown.filter(([text, index]) => leakIn(text, index)).slice(0, 1);
  return { failing: failing.length, leaks: leaks.map(([text]) => `${call}: ${text}`) };
}

/** Here a function of the program gets a part of the text, which the firewall doesn't recognize. */
const parsesKeys = /^\(json\/parse-(?:string|lines) % inc\)/;

test("no message, hint, print or trace of a builtin shows a piece of a firewalled text", async () => {
  const leaks: string[] = [];
  let failing = 0;
  for (const [name, builtin] of sampled([...builtins], 20))
    if (name === builtin.name)
      for (const [place, call] of callsOf(builtin).entries()) {
        const found = await leaksOf(call, place);
        failing += found.failing;
        leaks.push(...found.leaks);
      }
  expect(leaks.filter((leak) => !parsesKeys.test(leak))).toEqual([]);
  expect(failing).toBeGreaterThan(isFull ? 50_000 : 2_000);
}, 120_000);
