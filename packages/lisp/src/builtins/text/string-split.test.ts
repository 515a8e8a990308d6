import { test } from "vitest";
import { expectFailures } from "../../../test/expect-failures.ts";
import { expectPrinted } from "../../../test/evaluate.ts";

test("split drops trailing empty pieces like Java, and a limit keeps them", async () => {
  await expectPrinted([
    [
      '[(split "a,b,," #",") (split ",a" #",") (split ",," #",") (split "" #",") (split "a" #",")]',
      '[["a" "b"] ["" "a"] [] [""] ["a"]]',
    ],
    [
      '[(split "a,b,c" #"," 2) (split "a,b,," #"," -1) (split "a,,b" #"," 1) (split "abc" #"" 2)]',
      '[["a" "b,c"] ["a" "b" "" ""] ["a,,b"] ["a" "bc"]]',
    ],
    [
      '[(split "a1b22c" #"\\d+") (split "  a b" #"\\s+") (split "a ; b,c" #"\\s*[,;]\\s*") (split "abc" #"")]',
      '[["a" "b" "c"] ["" "a" "b"] ["a" "b" "c"] ["a" "b" "c"]]',
    ],
  ]);
});

test("split takes one character literally, and the empty string splits into characters", async () => {
  await expectPrinted([
    [
      '[(split "a.b.c" ".") (split "a|b|" "|") (split "" ",") (split "a👍🏽b" "") (split "" "")]',
      '[["a" "b" "c"] ["a" "b"] [""] ["a" "👍🏽" "b"] [""]]',
    ],
  ]);
  await expectFailures([
    [
      '(split "a--b" "--")',
      "type_error",
      'split: expected a pattern or one character, got string "--"',
      'write a pattern: (split s #"…"); characters such as . * + ? ( ) [ | \\ need a backslash in it',
    ],
    ['(split nil #",")', "type_error", "split: expected a string, got nil"],
    ['(split "a" nil)', "type_error", 'split: expected a pattern such as #",", got nil'],
  ]);
});

test("split-lines splits at line ends", async () => {
  await expectPrinted([
    [
      '[(split-lines "a\\nb\\r\\nc") (split-lines "a\\n\\nb\\n\\n") (split-lines "") (split-lines "\\n") (split-lines "a\\rb")]',
      '[["a" "b" "c"] ["a" "" "b"] [""] [] ["a\\rb"]]',
    ],
  ]);
});
