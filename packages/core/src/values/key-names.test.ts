import { expect, test } from "vitest";
import { hostFieldName, keyName } from "./key-names.ts";
import { Keyword } from "./keyword.ts";

test("keyName returns a name for strings and keywords, and undefined for other values", () => {
  expect([
    keyName("a-b"),
    keyName(new Keyword("user/id")),
    keyName(""),
    keyName(1),
    keyName(null),
    keyName(true),
  ]).toEqual(["a-b", "user/id", "", undefined, undefined, undefined]);
});

test("hostFieldName replaces every hyphen with an underscore", () => {
  expect([hostFieldName("due-date-utc"), hostFieldName("plain"), hostFieldName("-")]).toEqual([
    "due_date_utc",
    "plain",
    "_",
  ]);
});
