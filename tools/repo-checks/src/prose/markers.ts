// The phrases that mark prose which readers have to read twice. Each family has one pattern, which
// is applied to a sentence. The style sheet behind them: start with a noun or verb, name the actor,
// negate the verb, and use the field's term.

export interface MarkerFamily {
  readonly name: string;
  /** Global: every match counts. */
  readonly pattern: RegExp;
  /** Phrases in which the marker is ordinary English. They are removed before the search. */
  readonly ordinary?: RegExp;
}

const clauseStart = String.raw`(?:^|[;:]\s+|[.!]\s+|[—–]\s+)`;

export const markerFamilies: readonly MarkerFamily[] = [
  {
    name: "fused relative as subject",
    pattern: new RegExp(
      `${clauseStart}(?:and |but |so |if |where |while |because )?(?:what|who|how (?:many|much|long|often|far|large|deep))\\b(?! if\\b)`,
      "gi",
    ),
  },
  {
    name: "stand, stood",
    pattern: /\b(?:stands?|stood|standing)\b/gi,
    ordinary: /\bstand-?(?:alone|ins?)\b|\bstands? for\b/gi,
  },
  {
    name: "told, tells",
    pattern: /\b(?:told|tells?|telling)\b/gi,
    ordinary: /\btells? (?:you|users|people|readers|the (?:model|user|reader|caller))\b/gi,
  },
  { name: "indefinite actor", pattern: /\b(?:whoever|nobody|no one|who reads)\b/gi },
  { name: "goes on", pattern: /\b(?:goes|go|went|going) on\b/gi },
  {
    name: "negated noun",
    pattern: /\b(?:is|are|was|were|be|been) (?:no|none)\b|\bof none\b/gi,
    ordinary: /\bno (?:longer|more than|less than)\b|\bthere (?:is|are|was|were) no\b/gi,
  },
  {
    name: "misused hold",
    pattern:
      /\b(?:(?:same|this|that|rule|limit|bound|promise|guarantee|setting)s? (?:also |still )?holds?\b(?! (?:a|an|the|its|one|two|at)\b)|holds? (?:for|of|too|still|only|everywhere|here|there|as well|whatever|whoever)\b)/gi,
  },
  { name: "is said", pattern: /\b(?:is|are|was|were|been) said\b/gi },
  {
    name: "dated idiom",
    pattern: /\bon need\b|\bin vain\b|\bby heart\b|\blearnt\b/gi,
  },
];

/** Names of files and identifiers whose first word says nothing about their content. */
export const markedName =
  /^(?:[a-z]+[-_])*(?:further|hopeless)(?:[-_A-Z.]|$)|(?:Further|Hopeless)[A-Z]|(?:^|[a-z])(?:Further|Hopeless)$/;

/** The marker phrases of a sentence, by family. Questions may begin with "what". */
export function markersIn(sentence: string): readonly { family: string; phrase: string }[] {
  return markerFamilies.flatMap(({ name, pattern, ordinary }, index) => {
    if (index === 0 && sentence.trimEnd().endsWith("?")) return [];
    const text = ordinary === undefined ? sentence : sentence.replace(ordinary, "");
    return [...text.matchAll(pattern)].map(([phrase]) => ({ family: name, phrase }));
  });
}
