// The grammar of Clojure for code blocks, which knows the names of PTC-Lisp: special forms,
// builtins, tools, data, and the results that our documents show.

import clojure from "@shikijs/langs/clojure";

const start = String.raw`(?<![^\s()\[\]{}'\`@#,^~])`;
const end = String.raw`(?![^\s()\[\]{}"',;])`;

/** @param {readonly string[]} names */
function anyOf(names) {
  const longestFirst = [...names].sort((left, right) => right.length - left.length);
  return longestFirst
    .map((name) => name.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`))
    .join("|");
}

/**
 * @param {readonly string[]} specialForms
 * @param {readonly string[]} builtins
 * @returns {typeof clojure}
 */
export function clojureGrammar(specialForms, builtins) {
  const [grammar] = clojure;
  const ours = [
    { match: String.raw`;(=>|prints|fails)(?=\s).*$`, name: "comment.line.outcome.clojure" },
    { match: `${start}(${anyOf(specialForms)})${end}`, name: "keyword.control.clojure" },
    { match: `${start}(${anyOf(builtins)})${end}`, name: "support.function.clojure" },
    { match: `${start}tool/[^\\s()\\[\\]{}"',;]+`, name: "entity.name.function.tool.clojure" },
    { match: `${start}data/[^\\s()\\[\\]{}"',;]+`, name: "variable.parameter.data.clojure" },
  ];
  // Expressions have a list of their own, because their first element has special patterns.
  const expression = grammar.repository["sexp"];
  return [
    {
      ...grammar,
      patterns: [...ours, ...grammar.patterns],
      repository: {
        ...grammar.repository,
        sexp: { ...expression, patterns: [...ours, ...(expression?.patterns ?? [])] },
      },
    },
  ];
}
