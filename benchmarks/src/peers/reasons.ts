// Why a promise is not kept, where that was looked into: shown beneath the verdicts for rows that miss one. Found by profiles, in
// processes that did nothing else; shares and ratios only, like everything in the document.

/** By the name of the row. */
export const reasons: ReadonlyMap<string, string> = new Map([
  [
    "`(+ 1 2)`, from a prepared program",
    `A quarter of what Monty takes is what a host needs to answer with a promise and to read its clock twice, before anything is
computed: \`run\` is asynchronous, since any program may call a tool, and every step says how long it took. Of what remains about a
third is checking the options and wrapping the context, a third the state of the evaluation and its budget, and a third the step;
adding the numbers is a fiftieth. Saved were: a weak map for converted host objects, maps for names and patterns, a trace scope, copies of the options,
two readings of the clock, and a new memory where nothing was defined, together half of what a run took.`,
  ],
  [
    "the first answer in a fresh process, importing included",
    `Monty is machine code that the host maps into memory; \`@ptc/lisp\` is text, and the host reads and compiles all that is loaded before the
first step. Of the time to the first answer about two fifths are compiling (some 190 kB, minified, of which a quarter is ever executed: the
host skims the rest), a quarter is finding five files and resolving what they import from each other, a sixth runs the modules once to
make their tables, and the rest is the answer itself, in code that nothing has warmed. A single file of all that is loaded takes three quarters of it, but
then \`@ptc/core\` would exist twice in a process, and its classes with it. Tried and reached: 28 files became five (an empty file costs as much as ten
kilobytes of text), arithmetic needs no other builtins (a quarter of the text), the tables of characters are loaded for text that is not
ASCII, and tables are made with less. Together the first answer takes two fifths of what it took. How the text is written (arrow functions,
classes, names) does not matter. With the host's own cache of compiled code (\`enableCompileCache()\` of \`node:module\`, called before the first import) it takes
three quarters of that: whoever starts many processes should call it.`,
  ],
]);
