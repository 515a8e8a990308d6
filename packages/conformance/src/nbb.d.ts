// nbb has no types; this is the only function of it that we call.
declare module "nbb" {
  /**
   * Evaluates the forms of `source` in the current namespace. Resolves to the value of the last
   * form.
   */
  export function loadString(source: string): Promise<unknown>;
}
