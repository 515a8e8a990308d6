// Describes how the results of hosts differ, one problem for each program, with each host's output
// around the first difference.

import type { HostProgram } from "./host-program.ts";

/** A host and its results, in the order of the programs. */
export interface HostAnswers {
  readonly host: string;
  readonly steps: readonly string[];
}

/**
 * Returns one problem for each program on which hosts differ; hosts with the same result are
 * grouped. Returns none if all agree or the difference is known. With `hasEveryHost`, a known
 * difference on which all hosts agree is a problem too.
 */
export function differences(
  programs: readonly HostProgram[],
  answers: readonly HostAnswers[],
  { hasEveryHost }: { readonly hasEveryHost: boolean },
): readonly string[] {
  return programs.flatMap(({ name, sources, differsBecause }, index) => {
    const hostsOf = new Map<string, string[]>();
    for (const { host, steps } of answers) {
      const text = steps[index] ?? "no answer";
      hostsOf.set(text, [...(hostsOf.get(text) ?? []), host]);
    }
    if (hostsOf.size < 2)
      return differsBecause !== undefined && hasEveryHost
        ? [`${name}: all hosts agree: take its mark "${differsBecause}" away`]
        : [];
    if (differsBecause !== undefined) return [];
    const from = Math.max(0, commonStart([...hostsOf.keys()]) - shownBefore);
    const said = [...hostsOf].map(
      ([text, hosts]) => `    ${hosts.join(", ")}: ${excerpt(text, from)}`,
    );
    return [[`${name}: ${excerpt(sources.join(" ⏎ "), 0)}`, ...said].join("\n")];
  });
}

const shownBefore = 60;
const shownLength = 300;

function excerpt(text: string, from: number): string {
  const to = from + shownLength;
  return `${from > 0 ? "…" : ""}${text.slice(from, to)}${text.length > to ? "…" : ""}`;
}

/** Returns the length of the common prefix of all texts. */
function commonStart([first = "", ...others]: readonly string[]): number {
  let length = 0;
  while (length < first.length && others.every((other) => other[length] === first[length]))
    length++;
  return length;
}
