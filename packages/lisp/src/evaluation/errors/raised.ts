// What code of the evaluator throws because of what a program does. It has the shape of an error
// and is none of the host: the host notes the stack for each of its errors, which takes longer than
// most programs, and nobody reads it. Whatever the host itself is handed stays an `Error`.

export abstract class Raised implements Error {
  abstract readonly name: string;
  message: string;

  constructor(message = "") {
    this.message = message;
  }
}
