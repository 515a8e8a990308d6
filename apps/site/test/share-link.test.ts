// Links come from strangers, so a link carries little, and the rest is refused.

import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { hasJavaScript, type PlaygroundState } from "../src/state/playground-state.ts";
import { linkFragment, mostLinkCharacters, readLink } from "../src/state/share-link.ts";

const state: PlaygroundState = {
  program: '(str "é" data/n) ; 漢字',
  data: '{"n": 1}',
  tools: [{ name: "price", signature: "(id :int) -> :float", kind: "javascript", body: "() => 1" }],
};

/** A link as an attacker would make it. */
function linkWith(content: unknown): string {
  const json = typeof content === "string" ? content : JSON.stringify(content);
  return `#state=${deflateRawSync(json).toString("base64url")}`;
}

const refusedWith = async (hash: string): Promise<string> => {
  const link = await readLink(hash);
  return link.kind === "refused" ? link.message : link.kind;
};

describe("links of the playground", () => {
  test("carry the program, the data and the tools", async () => {
    const fragment = await linkFragment(state);
    expect(await readLink(fragment ?? "")).toEqual({ kind: "state", state });
  });

  test("carry a program alone as readable text", async () => {
    expect(await readLink("#program=%28%2B%201%202%29")).toEqual({
      kind: "state",
      state: { program: "(+ 1 2)", data: "", tools: [] },
    });
  });

  test("leave fragments of headings alone", async () => {
    expect(await readLink("#_top")).toEqual({ kind: "none" });
    expect(await readLink("")).toEqual({ kind: "none" });
  });

  test("are not made for data that is too long", async () => {
    const random = Array.from({ length: 30_000 }, (_, at) => (at * 7_919) % 104_729).join("");
    expect(await linkFragment({ ...state, data: random })).toBeUndefined();
  });
});

describe("a damaged or hostile link", () => {
  test("is refused when a part is missing or changed", async () => {
    const damaged = "The link is damaged: a part of it is missing or changed.";
    for (const hash of ["#state=", "#state=%%%", "#state=AAAA", "#program=%E0%A4%A", "#state=é"])
      expect(await refusedWith(hash)).toBe(damaged);
    const fragment = (await linkFragment(state)) ?? "";
    expect(await refusedWith(fragment.slice(0, -8))).toBe(damaged);
  });

  test("is refused when it is longer than a link can be", async () => {
    expect(await refusedWith(`#state=${"A".repeat(mostLinkCharacters)}`)).toBe(
      "The link is too long to be from this page.",
    );
  });

  test("is refused when it unpacks to more than the page accepts", async () => {
    const bomb = linkWith(`{"program":"${" ".repeat(20_000_000)}"}`);
    expect(bomb.length).toBeLessThan(mostLinkCharacters);
    expect(await refusedWith(bomb)).toBe(
      "The link is damaged: a part of it is missing or changed.",
    );
  });

  test("is refused when its state has other types, names or sizes", async () => {
    const tool = state.tools[0];
    for (const content of [
      null,
      1,
      { program: 1 },
      { program: "1", tools: {} },
      { program: "1", tools: [null] },
      { program: "1", tools: [{ ...tool, name: "__proto__" }] },
      { program: "1", tools: [{ ...tool, name: 'x" onclick="' }] },
      { program: "1", tools: [{ ...tool, kind: "shell" }] },
      { program: "1", tools: [tool, tool] },
      {
        program: "1",
        tools: Array.from({ length: 21 }, (_, at) => ({ ...tool, name: `t${String(at)}` })),
      },
      { program: "x".repeat(200_001) },
    ])
      expect(await refusedWith(linkWith(content))).toBe("The link has no state of the playground.");
  });

  test("has no fields beyond those of a state", async () => {
    const link = await readLink(
      linkWith('{"program":"1","__proto__":{"data":"stolen"},"consent":true}'),
    );
    expect(link).toEqual({ kind: "state", state: { program: "1", data: "", tools: [] } });
  });

  test("counts as having JavaScript for every tool of that kind", () => {
    expect(hasJavaScript(state)).toBe(true);
    expect(hasJavaScript({ ...state, tools: [] })).toBe(false);
  });
});
