// Known reasons for missed promises, shown below the verdicts. They come from profiles, and contain
// only shares and ratios, like the rest of the document.

/** By the name of the row. */
export const reasons: ReadonlyMap<string, string> = new Map([
  [
    "`(+ 1 2)`, from a prepared program",
    `A run creates checked options, a wrapped context, an evaluation, a branch with its budget, and a step with its usage. The addition is the
smallest part. A fifth is an awaited promise and two clock readings: \`run\` is asynchronous because any program may call a tool, and every step
reports its duration. An eighth is garbage collection, and the rest spreads evenly in the profile. We now create these only when needed: a weak map
for converted host objects, maps for names and patterns, a trace scope, copies of the options, and a new memory. We also
removed two clock readings. Together, they were four tenths of a run. Only two parts could still be removed: the promise, which would change the
interface, and the code that lets you stop a program.`,
  ],
  [
    "the first answer in a fresh process, importing included",
    `Monty is machine code that the host maps into memory. \`@ptc/lisp\` is text, and the host reads and compiles all loaded code before the
first step. About two fifths of the time to the first answer is compiling: some 190 kB, minified, of which a quarter runs and the host skims
the rest. About a third is finding five files and resolving their imports, and a tenth is running the modules once to
build their tables. The rest is the answer itself, in cold code.
A single file of all loaded code takes about seven tenths of the time, and is still slower than Monty. Several changes helped. 31 files became five, and an
empty file costs as much as ten kilobytes of text. Arithmetic needs no other builtins (a quarter of the text), and character tables load for
non-ASCII text. Tables take less work to build. Patterns with character properties are created when needed, because the host looks them up on
creation. Together, these changes halved the time to the first answer. The style of the text (arrow functions, classes, names) doesn't matter. With code compiled by an
earlier process, \`@ptc/lisp/node/fast\` takes less than half of the time (see its row in the table). It is a separate copy that includes \`@ptc/core\`, meant for applications
that start many processes. With the host's own cache of compiled code (\`enableCompileCache()\`), it takes about four fifths.`,
  ],
  [
    "`ptc eval '(+ 1 2)'`, the whole process",
    `Two thirds of a process is the start of Node, which both pay. Of our part, a third is making compiled code usable, a fifth reading four files, a fifth running
the modules once to build their tables, a ninth finding and compiling the loader, and the rest the answer. It took 1.2 times as long as Monty before. The stream of
standard output was a quarter of our part, and now opens only if a write can't finish at once. Patterns with character properties were a tenth.`,
  ],
]);
