import { describe, expect, test } from "vitest";
import { callInput, fromModelJson } from "./model-json.ts";

describe("JSON that a model wrote", () => {
  test.each([
    ["a raw line feed", '{"program": "(def x 3)\n(return x)"}', "(def x 3)\n(return x)"],
    ["a raw tab", '{"program": "(return\n\t7)"}', "(return\n\t7)"],
    ["raw Windows line ends", '{"program": "(a)\r\n(b)"}', "(a)\r\n(b)"],
    ["raw and escaped line feeds", '{"program": "(a)\\n(b)\n(c)"}', "(a)\n(b)\n(c)"],
    ["a raw line feed after an escaped quote", '{"program": "(a \\"b\n\\")"}', '(a "b\n")'],
    ["a raw line feed after a backslash", '{"program": "(a \\\\\n)"}', "(a \\\n)"],
    ["a line continued by a backslash", '{"program": "(a \\\n b)"}', "(a \n b)"],
    ["another control character", '{"program": "a\u0001\u001fb"}', "a\u0001\u001fb"],
    ["line feeds between the tokens", '{\n\t"program":\n"(a)"\n}\n', "(a)"],
    ["no raw characters", '{"program": "(a)\\n\\t(b)"}', "(a)\n\t(b)"],
  ])("is read with %s", (_title, text, program) => {
    expect(fromModelJson(text)).toEqual({ program });
  });

  test("keeps integers exact beside raw line feeds", () => {
    expect(fromModelJson('{"id": 1234567890123456789, "s": "a\nb"}')).toEqual({
      id: 1234567890123456789n,
      s: "a\nb",
    });
  });

  test.each(['{"program": "(a)', '{"program": "(a)\n', "{'program': '(a)\n'}", '"a\nb" c'])(
    "fails for other text: %j",
    (text) => {
      expect(() => fromModelJson(text)).toThrow(SyntaxError);
      expect(callInput(text)).toEqual({ input: null, malformedInput: text });
    },
  );
});

describe("the arguments of a call", () => {
  test.each([
    ["an object", '{"program": "(a)\n"}', { program: "(a)\n" }],
    ["an object in a JSON string", '"{\\"program\\": \\"(a)\\"}"', { program: "(a)" }],
    ["a string that isn't JSON", '"{a"', "{a"],
    ["a list", "[1]", [1]],
  ])("are %s", (_title, text, input) => {
    expect(callInput(text)).toEqual({ input });
  });
});
