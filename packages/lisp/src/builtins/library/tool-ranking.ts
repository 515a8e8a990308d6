// Ranks tools by the words of a search. Compares words and texts by their pieces, such as `get` and
// `user` of `getUser`. A piece equal to a word scores most; one that is a prefix of the word, or
// the reverse, scores less. A word that few tools have counts more than a common one. All scores
// are integers, so every host ranks the same way.

import type { ToolDocument } from "../../effects/tool-document.ts";

/** The weights of the searched parts of a tool. */
const partWeights = { name: 6, description: 3, parameters: 1 } as const;

const equalPieces = 4;
const likePieces = 2;
const partlyPieces = 1;

/** The gain of a tool whose whole name matches, over one with a longer name. */
const wholeName = 3;

/** Tools that score less than this fraction of the best score are omitted. */
const leastPartOfBest = 8;

/** The searched length of a description, and of the types. */
const longestSearched = 1_000;

/** Words beyond this number are ignored. */
const mostWords = 32;

/** Returns the different pieces of the words of a search. */
export function searchedPieces(words: string): readonly string[] {
  return [...new Set(piecesOf(words))].slice(0, mostWords);
}

/** The searched texts of a tool. */
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
    // eslint-disable-next-line texts/shortened-texts -- the text is only searched
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

/** Returns the pieces of words in `text`, in lower case: `get user by id` for `getUser-byID`. */
function piecesOf(text: string): readonly string[] {
  return (text.match(piece) ?? []).flatMap((word) =>
    word.split(edgeOfWords).map((part) => part.toLowerCase()),
  );
}

/** How well a tool matches each word. The score is computed when all tools are known. */
export interface Matches {
  readonly ofWords: readonly number[];
  readonly hasWholeName: boolean;
}

/**
 * Matches the words with a tool. Calls `spend` with the number of comparisons before making them.
 */
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

/** The shortest word that matches as a prefix of a longer one, such as `order` of `orders`. */
const shortestStem = 3;

function likeness(word: string, found: string): number {
  if (word === found) return equalPieces;
  if (found.startsWith(word) && word.length > 1) return likePieces;
  if (word.startsWith(found) && found.length >= shortestStem) return likePieces;
  return joinsWords.test(word) && found.includes(word) ? partlyPieces : 0;
}

/** Letters of scripts that don't put spaces between words. */
const joinsWords =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * Returns the indexes of the matching tools, best first. Tools with equal scores keep their order.
 */
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

/** Returns 1 for a word that all tools have, and 7 for a word that one in a hundred has. */
function rarity(tools: number, having: number): number {
  return having === 0 ? 0 : 32 - Math.clz32(Math.floor(tools / having));
}
