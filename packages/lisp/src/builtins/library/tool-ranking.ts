// Which tools fit the words of a search. Words and texts are compared by their pieces, `get` and
// `user` of `getUser`. A piece that is a word counts most; one that begins with it, or is its
// beginning, counts less. A word that few tools have tells more than one that most have. All of it
// is whole numbers, so that every host ranks alike.

import type { ToolDocument } from "../../effects/tool-document.ts";

/** What of a tool is searched, by how much it says. */
const partWeights = { name: 6, description: 3, parameters: 1 } as const;

const equalPieces = 4;
const likePieces = 2;
const partlyPieces = 1;

/** What a tool gains whose whole name is asked for, over one with a longer name. */
const wholeName = 3;

/** A tool that scores less than this part of the best one is left out. */
const leastPartOfBest = 8;

/** So much of a description, and of the types, is searched. */
const longestSearched = 1_000;

/** Words beyond these are left out. */
export const mostWords = 32;

/** The texts of a tool that are searched. */
export interface SearchedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: string;
}

export function searchedTool(name: string, document: ToolDocument): SearchedTool {
  const { description = "", callForm = "" } = document;
  const parameters = withoutName(callForm, name);
  return {
    name: name.slice(0, longestSearched),
    description: description.slice(0, longestSearched),
    parameters: parameters.slice(0, longestSearched),
  };
}

function withoutName(callForm: string, name: string): string {
  const start = `(tool/${name}`;
  return callForm.startsWith(start) ? callForm.slice(start.length) : callForm;
}

const edgeOfWords = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const piece = /[\p{L}\p{M}\p{N}]+/gu;

/** The pieces of words in `text`, in lower case: `get user by id` for `getUser-byID`. */
export function piecesOf(text: string): readonly string[] {
  return (text.match(piece) ?? []).flatMap((word) =>
    word.split(edgeOfWords).map((part) => part.toLowerCase()),
  );
}

/** How well a tool has each word; the score is made of it when all tools are known. */
export interface Matches {
  readonly ofWords: readonly number[];
  readonly hasWholeName: boolean;
}

/** `spend` is told of the comparisons before they are made. */
export function matchesOf(
  words: readonly string[],
  tool: SearchedTool,
  spend: (comparisons: number) => void,
): Matches {
  const ofWords = words.map(() => 0);
  let hasWholeName = false;
  for (const part of ["name", "description", "parameters"] as const) {
    const pieces = [...new Set(piecesOf(tool[part]))];
    spend(words.length * pieces.length);
    words.forEach((word, index) => {
      const best = pieces.reduce((most, found) => Math.max(most, likeness(word, found)), 0);
      ofWords[index] = (ofWords[index] ?? 0) + best * partWeights[part];
    });
    if (part === "name") hasWholeName = pieces.every((found) => words.includes(found));
  }
  return { ofWords, hasWholeName };
}

/** The shortest word that is taken for the beginning of a longer one, `order` of `orders`. */
const shortestStem = 3;

function likeness(word: string, found: string): number {
  if (word === found) return equalPieces;
  if (found.startsWith(word) && word.length > 1) return likePieces;
  if (word.startsWith(found) && found.length >= shortestStem) return likePieces;
  return joinsWords.test(word) && found.includes(word) ? partlyPieces : 0;
}

/** Letters of scripts that write words without spaces between them. */
const joinsWords =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** The indexes of the tools that fit, best first; those that fit alike stay in their order. */
export function ranked(found: readonly Matches[]): readonly number[] {
  const having: number[] = [];
  for (const { ofWords } of found)
    ofWords.forEach((match, word) => {
      having[word] = (having[word] ?? 0) + (match > 0 ? 1 : 0);
    });
  const scores = found.map(({ ofWords, hasWholeName }) =>
    ofWords.reduce(
      (score, match, word) => score + match * rarity(found.length, having[word] ?? 0),
      hasWholeName ? wholeName : 0,
    ),
  );
  const best = scores.reduce((most, score) => Math.max(most, score), 0);
  return scores
    .map((score, index) => ({ score, index }))
    .filter(({ score }) => score > 0 && score * leastPartOfBest >= best)
    .sort((left, right) => right.score - left.score || left.index - right.index)
    .map(({ index }) => index);
}

/** 1 for a word that all of the tools have, 7 for one that only one of a hundred has. */
function rarity(tools: number, having: number): number {
  return having === 0 ? 0 : 32 - Math.clz32(Math.floor(tools / having));
}
