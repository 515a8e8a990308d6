// Findings from profiles of rows that miss or missed their promise, with the attempted
// improvements. They are stored here because each run regenerates the document.

export const findings: readonly (readonly [row: string, finding: string])[] = [
  [
    "fib 25, recursive",
    `As closures, a call takes four host functions (its test, the sum, and two calls of a name) and a frame. As generated code, it is one function
that calls itself and counts its steps. The difference to plain JavaScript is the counting, and the checks that the operands are numbers and
that the name still refers to the same function. New text runs as closures for about four milliseconds.`,
  ],
  [
    "a loop to a million",
    `As closures, an iteration is a test and two sums, counted one by one. They use slots in an array, and the host stores a sum beyond 31 bits as an
object. As generated code, an iteration has no call, so its numbers stay in registers. Steps are counted once per iteration, and closures
run the iteration in which the available steps end. Code is generated after 2,000 iterations.`,
  ],
  [
    "1,000 tool calls, one after the other",
    `Half of a call was the test whether the host's stack has room for the tool, by a call with 48 kB of arguments. Up to eight nested calls, the
call depth now answers this. The rest is the record of the call with its address and arguments, which the step contains, and five
turns of the host's queue. These are starting the tool, its result, the waiting \`+\`, leaving the function, and the next iteration of \`reduce\`. We could save
the turn for leaving if every waiting call site restored its call depth itself.`,
  ],
  [
    "filter, map, reduce over 1,000 orders",
    `Reading fields is the largest part. We read the descriptor of an own property, because a host accessor must not be called
twice. \`hasOwn\` with a read takes as long, and \`propertyIsEnumerable\` more than twice as long. The rest is a function call for each
element, as in \`fib\`. Improvements so far: \`map\`, \`filter\` and \`reduce\` have separate loops, and short texts are compared without a call.`,
  ],
  [
    "group-by over 10,000 rows",
    `Most time goes to reading the field and finding its group in a host Map. Rows are no longer wrapped a second time. In the column with data
converted beforehand, our time includes reading the rows in place, and theirs excludes the conversion.`,
  ],
  [
    "sort-by over 10,000 rows",
    `Comparisons used to take most of the time. If all keys are numbers or short texts, we now merge them in separate arrays, with as many
comparisons but without calls. Half of the remaining time is this merge, whose steps are counted one by one.`,
  ],
  [
    "a map of 10,000 keys, built in a reduce",
    `The versions of a growing map share one table of keys, and each version contains the keys up to its end. An \`assoc\` of a new key adds
one slot to the table. Before, it copied a path of the trie, about 70 slots at this size. A second version made from the same map has a separate trie.
Half of the remaining time was the text of each key, \`(str "k" n)\`, which passed through the printer and a list.`,
  ],
  [
    "split, search, upper-case, join and replace in 1 MB of text",
    `We count characters as people see them, so we scan a text once for non-ASCII characters, while a peer reads a length. A pattern
took half a millisecond for the scan, and the host's encoder takes a seventeenth of that. We append pieces directly instead of joining a list,
and splitting creates no iterator. Together, the row takes three quarters of its former time. The rest is a function call for each line, and the
host's own text operations. Most of these build one text from the pieces, because the replaced text is never read otherwise.`,
  ],
  [
    "a regular expression over 10,000 lines",
    `The host's engine takes as long for our pattern as for the same one written by hand. The largest costs are gone: an object with an accessor for
each search, an iterator that copied the groups of a match, and a \`parse-long\` that read big integers digit by digit.`,
  ],
  [
    "a field added to each of 10,000 rows",
    `A host row becomes a language map with an entry for each field. A view of the row with the changed fields would avoid the
copy, but would be another kind of map.`,
  ],
];
