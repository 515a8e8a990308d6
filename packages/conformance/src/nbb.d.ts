// nbb ships no types; this is the one function of it that is called here.
declare module "nbb" {
  /**
   * Evaluates the forms of `source` in the current namespace; resolves to the value of the last.
   */
  export function loadString(source: string): Promise<unknown>;
}
