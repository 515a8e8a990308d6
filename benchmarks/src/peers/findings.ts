// Where the time goes, by profile, in the rows that miss their promise or once missed it, and what
// was tried. It is kept here because the document is written anew each time.

export const findings: readonly (readonly [row: string, finding: string])[] = [
  [
    "fib 25, recursive",
    `As closures a call is four functions of the host (its test, the sum, twice the call of a name) and a frame. As generated code it is one function
that calls itself and counts its steps; what is left over plain JavaScript is the counting, and the looks whether the operands are numbers and
the name still means the same function. Text that comes for the first time runs as closures for some four milliseconds.`,
  ],
  [
    "a loop to a million",
    `As closures a turn is a test and two sums that are counted one by one, over slots in an array, where a sum beyond 31 bits is an object of the host. As
generated code a turn has no call in it, so its numbers stay in registers; steps are counted a turn at once, and closures do the turn in which the
steps in hand end. It is generated after 2,000 turns.`,
  ],
  [
    "1,000 tool calls, one after the other",
    `Trying out whether the host's stack has room for the tool, by a call with 48 kB of arguments, was half of a call: up to eight calls deep, how deep
calls nest tells it now. What is left is the record of the call, its address and its arguments, which the step shows, and five
turns of the host's queue: to begin the tool, its answer, the \`+\` that waits for it, leaving the function, the next turn of \`reduce\`. Leaving could
be saved if every place that waits restored the depth of its calls itself.`,
  ],
  [
    "filter, map, reduce over 1,000 orders",
    `Reading fields is the largest part: an own property is asked for with its descriptor, since an accessor of the host must
not be called twice. Asking \`hasOwn\` and reading takes as long, asking \`propertyIsEnumerable\` more than twice as long. The rest is the call of a function for each
element, as in \`fib\`. Done: \`map\`, \`filter\` and \`reduce\` have loops of their own, and short texts are compared without a call.`,
  ],
  [
    "group-by over 10,000 rows",
    `Most is reading the field and finding its group in a Map of the host; rows are no longer wrapped a second time. Against data that was
converted beforehand our reading of the row in place counts, and the conversion of theirs does not.`,
  ],
  [
    "sort-by over 10,000 rows",
    `Keys that are all numbers or short texts are merged in arrays of their own, with as many comparisons and none of them a call, where
comparing had been most. Half of what is left is that merge, whose steps are counted one by one.`,
  ],
  [
    "a map of 10,000 keys, built in a reduce",
    `The versions of a growing map share one table of their keys, in which a version has those whose place is below its end. An \`assoc\` of a new key adds
one place to it; before, it copied a path of the trie, about 70 slots at this size. A second version made of the same map has a trie of its own keys.
Half of what was left was the text of each key, \`(str "k" n)\`, which went through the printer and a list.`,
  ],
  [
    "split, search, upper-case, join and replace in 1 MB of text",
    `A text is counted in characters as people see them, so all of it is looked at once to see that it is ASCII, where a peer reads a length: a pattern
took half a millisecond for that, and the host's encoder takes a seventeenth. Pieces are added to a text as the host does it, not joined from a list,
and splitting makes no iterator. Together the row takes three quarters of what it took. What is left is a call of a function for each line, and the
host's own work on texts, of which making one text of the pieces is most: nothing else reads the replaced text.`,
  ],
  [
    "a regular expression over 10,000 lines",
    `The host's engine takes as long for our pattern as for the same one written by hand. What took longest was an object with an accessor, made for each
search, then copying the groups of a match through an iterator, and reading \`parse-long\` digit by digit as big integers; none of these is left.`,
  ],
  [
    "a field added to each of 10,000 rows",
    `A row of the host becomes a map of the language with an entry for each of its fields. A view of the row with the fields written over
it would copy nothing; it would be one more kind of map.`,
  ],
];
