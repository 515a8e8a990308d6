// Imports test files with Node itself, under their own names. vitest's runner adds the time to each
// name, so Node's cache of compiled code would never find a test file and grow with each run.
import { pathToFileURL } from "node:url";
import { TestRunner } from "vitest";

export default class NativeTestRunner extends TestRunner {
  override importFile(filepath: string): Promise<unknown> {
    return import(pathToFileURL(filepath).href);
  }
}
