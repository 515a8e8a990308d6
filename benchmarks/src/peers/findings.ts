// Where the time goes, by profile, in the rows that miss their promise or once missed it, and what
// was tried. It is kept here because the document is written anew each time.

export const findings: readonly (readonly [row: string, finding: string])[] = [
  [
    "fib 25, recursive",
    `A call of \`fib\` is four closures of the host: its test, the sum, and twice the call of a name. Profiles show no part above a
third; what is left is entering those closures, which the host cannot inline since every program goes through the same ones, and the frame,
an array of the host's for each call. Done: the cell of a name is remembered while a run lasts (a look-up in a Map had taken an eighth), \`(- n 1)\` as
an argument is computed where it stands, the smallest frame is written at once. Not tried: a frame shared by calls that cannot be captured.`,
  ],
  [
    "a loop to a million",
    `Written by hand over an array of slots with four counted steps a turn, the same loop takes about half of what ours takes when
nothing else has run: a sum beyond 31 bits is an object of the host each turn, which a peer with tagged doubles does not make. Done: a loop whose body
is a test and a \`recur\` is a loop of the host, without a call for the body, the test or the sums.`,
  ],
  [
    "1,000 tool calls, one after the other",
    `Half of a call was trying out whether the host's stack has room for the tool, by a call with 48 kB of
arguments; nothing cheaper that a host cannot optimise away was found. A tool that has answered with a promise is now called when nothing else is on the
stack, which needs no trying. Of the rest most are the record, the address and the arguments that the host is given, which are made for each call, and five
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
    `Each \`assoc\` copies a path of the trie, about 70 slots at this size, and makes an entry. A hash is computed once for
it now, and a node is copied once. Writing in place as vectors do was thought through: versions could share a node only if each look-up checked that an entry
is its own version's, which costs all look-ups, and a second version made from the same map could not write into nodes the first has seen.`,
  ],
  [
    "a regular expression over 10,000 lines",
    `The host's engine takes as long for our pattern as for the same one written by hand. What took longest was copying the groups of a match
through an iterator, and reading \`parse-long\` digit by digit as big integers; both are plain loops now.`,
  ],
  [
    "a field added to each of 10,000 rows",
    `A row of the host becomes a map of the language with an entry for each of its fields. A view of the row with the fields written over
it would copy nothing; it would be one more kind of map.`,
  ],
];
