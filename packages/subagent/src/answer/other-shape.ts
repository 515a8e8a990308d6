// Classifies an answer without a program, so that the feedback can say how to continue from it.

import { withoutTemplateTokens } from "./template-tokens.ts";
import { withoutThinking } from "./thinking.ts";
import { writtenCalls, type WrittenCall } from "./written-calls.ts";

export type OtherShape =
  | { readonly kind: "empty" | "thinking" | "words" }
  | { readonly kind: "language"; readonly language: string }
  | { readonly kind: "call" | "native-call"; readonly call: WrittenCall };

/** The number of UTF-16 units that are searched for signs of a language. */
const longestInspected = 5_000;

export function otherShape(answer: string): OtherShape {
  const text = withoutTemplateTokens(withoutThinking(answer)).trim();
  if (text === "")
    return { kind: withoutTemplateTokens(answer).trim() === "" ? "empty" : "thinking" };
  const [call] = writtenCalls(text);
  if (call !== undefined) return { kind: "call", call };
  const language = languageOf(text.slice(0, longestInspected));
  return language === undefined ? { kind: "words" } : { kind: "language", language };
}

const tags: ReadonlyMap<string, string> = new Map([
  ["js", "JavaScript"],
  ["jsx", "JavaScript"],
  ["javascript", "JavaScript"],
  ["ts", "TypeScript"],
  ["tsx", "TypeScript"],
  ["typescript", "TypeScript"],
  ["py", "Python"],
  ["python", "Python"],
  ["python3", "Python"],
  ["tool_code", "Python"],
  ["sql", "SQL"],
  ["bash", "shell"],
  ["sh", "shell"],
  ["shell", "shell"],
  ["java", "Java"],
  ["ruby", "Ruby"],
  ["elixir", "Elixir"],
  ["haskell", "Haskell"],
]);

/** Lines that appear only in programs of a language. */
const signs: readonly (readonly [language: string, sign: RegExp])[] = [
  ["Python", /^(?:from \w+ import |import \w+\s*$|def \w+\(.*\):|for \w+ in .*:|print\()/m],
  ["Python", /^\w+ = (?:\[.* for \w+ in |\w+\[['"]|sum\(|len\()/m],
  [
    "JavaScript",
    /^(?:const|let|var) [\w{[][^=\n]{0,200}=|^(?:async )?function \w+\(|console\.log\(/m,
  ],
  ["SQL", /^select\s[^;]{1,500}\sfrom\s/im],
];

function languageOf(text: string): string | undefined {
  const [, tag = ""] = /^[ \t]*(?:```|~~~)[ \t]*([A-Za-z_][\w+-]*)/m.exec(text) ?? [];
  return tags.get(tag.toLowerCase()) ?? signs.find(([, sign]) => sign.test(text))?.[0];
}
