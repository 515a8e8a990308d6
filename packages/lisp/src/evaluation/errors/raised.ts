// The base of errors that the evaluator throws because of a program. They have the shape of an
// error but don't extend `Error`, because the host captures an unused stack for each `Error`. That
// takes longer than most programs. Errors that reach the host are real `Error`s.

export abstract class Raised implements Error {
  abstract readonly name: string;
  message: string;

  constructor(message = "") {
    this.message = message;
  }
}
