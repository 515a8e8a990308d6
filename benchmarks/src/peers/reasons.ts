// Why a promise is not kept, where that was examined. These reasons are shown below the verdicts.
// They come from profiles, and have only shares and ratios, like the rest of the document.

/** By the name of the row. */
export const reasons: ReadonlyMap<string, string> = new Map([
  [
    "`(+ 1 2)`, from a prepared program",
    `A run makes options that were checked, a context that was wrapped, an evaluation, a branch with its budget, and a step with what was
spent; adding the numbers is the least of it. A fifth of it is an awaited promise and two readings of the clock: \`run\` is asynchronous, since any
program may call a tool, and every step says how long it took. An eighth is collecting garbage; no other part stands out in the profile. Made only on
need now: a weak map for host objects that are converted, maps for names and patterns, a trace scope, copies of the options, a new memory where nothing was
defined; and two readings of the clock are left out. Together they were four tenths of a run. What is left to take away is the promise, which would be
another interface, and what lets a program be stopped.`,
  ],
  [
    "the first answer in a fresh process, importing included",
    `Monty is machine code that the host maps into memory; \`@ptc/lisp\` is text, and the host reads and compiles all that is loaded before the
first step. Of the time to the first answer about two fifths are compiling (some 190 kB, minified, of which a quarter is executed: the
host skims the rest), about a third finding five files and resolving what they import from each other, a tenth running the modules once to
make their tables, and the rest is the answer itself, in code that nothing has warmed.
A single file of all that is loaded takes about seven tenths of it, and is still slower than Monty. Tried and reached: 31 files became five (an
empty file costs as much as ten kilobytes of text), arithmetic needs no other builtins (a quarter of the text), the tables of characters are loaded for text that is
not ASCII, tables are made with less, and patterns with properties of characters, which a host looks up where a pattern is made, by who needs them. Together the first answer takes half of what it took. How the text is written (arrow functions,
classes, names) does not matter. Where an earlier process has compiled it, \`@ptc/lisp/node/fast\` takes less than half of that (the row below); it is a copy of its own, with
\`@ptc/core\` in it, so that it is for whoever starts many processes. With the host's own cache of compiled code (\`enableCompileCache()\`) it takes about four fifths.`,
  ],
  [
    "`ptc eval '(+ 1 2)'`, the whole process",
    `Two thirds of a process is the start of Node, which both pay. Of ours a third is making what was compiled usable, a fifth reading four files, a fifth running
the modules once to make their tables, a ninth finding and compiling what does it, and the rest the answer. It was 1.2 times as long as Monty: the stream of
standard output was a quarter of ours, and is opened only for what cannot be written at once; patterns with properties of characters were a tenth.`,
  ],
]);
