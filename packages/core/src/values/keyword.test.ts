import { expect, test } from "vitest";
import { Keyword } from "./keyword.ts";

test.each([
  ["status", undefined, "status"],
  ["user/id", "user", "id"],
  ["a/b/c", "a", "b/c"],
  ["/", undefined, "/"],
  ["a/", "a", ""],
  ["/a", "", "a"],
  ["", undefined, ""],
  ["Unit price", undefined, "Unit price"],
  ["N/A 2", "N", "A 2"],
])("the keyword %j has the namespace %j and the name %j", (text, namespace, name) => {
  const keyword = new Keyword(text);
  expect([keyword.namespace, keyword.name, keyword.text]).toEqual([namespace, name, text]);
});
