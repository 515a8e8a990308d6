// Atoms with options: a validator, which rejects values, and metadata. All changes of atoms go
// through this file.

import { Keyword, MapValue, typeName, type Value } from "@ptc/core/values";
import { isTruthy } from "@ptc/core/internal/values";
import { Atom } from "../../evaluation/state/atom.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { EvaluationError } from "../../evaluation/errors/errors.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { after, type Result } from "../../evaluation/result.ts";
import { printShort } from "../../evaluation/errors/print-short.ts";
import { call1, isCallable } from "../../functions/callable.ts";
import { row, type BuiltinRow } from "../row.ts";

export function atomOf(value: Value, operation: string): Atom {
  if (value instanceof Atom) return value;
  throw new EvaluationError(
    "type_error",
    `${operation}: expected an atom, got ${typeName(value)}`,
    {
      op: operation,
      hint: `make one with (atom value); to change a def, def it again`,
    },
  );
}

/**
 * Sets the atom's value if its validator accepts it.
 * @throws EvaluationError if `branch` did not make the atom, or the validator rejects the value
 */
export function setValid(branch: Branch, atom: Atom, value: Value, operation: string): Result {
  atom.assertOwner(branch, operation);
  return after(validated(branch, atom.validator, value, operation), () =>
    atom.set(branch, value, operation),
  );
}

/** Checks a value with a validator; nil accepts every value. */
export function validated(
  branch: Branch,
  validator: Value,
  value: Value,
  operation: string,
): Result {
  if (validator === null) return true;
  return after(call1(branch, validator, value), (holds) => {
    if (isTruthy(holds)) return true;
    throw new EvaluationError("argument_error", "Invalid reference state", {
      op: operation,
      hint: `the validator of the atom rejects ${printShort(value)}`,
    });
  });
}

/** `(atom x :validator f :meta m)`. */
export function atomWithOptions(
  branch: Branch,
  [value = null, ...options]: readonly Value[],
): Result {
  let validator: Value = null;
  let meta: Value = null;
  if (options.length % 2 === 1) throw unknownOption(options.at(-1) ?? null);
  for (let index = 0; index < options.length; index += 2) {
    const [name = null, given = null] = options.slice(index, index + 2);
    const text = name instanceof Keyword ? name.text : undefined;
    if (text === "validator") validator = checkedValidator(given, "atom");
    else if (text === "meta") meta = checkedMeta(given);
    else throw unknownOption(name);
  }
  branch.charge(80);
  const atom = new Atom(branch, value, meta);
  return after(validated(branch, validator, value, "atom"), () => {
    atom.validator = validator;
    return atom;
  });
}

function unknownOption(name: Value): EvaluationError {
  return new EvaluationError("argument_error", `atom: unknown option ${printShort(name)}`, {
    op: "atom",
    hint: "write (atom x :validator f) or (atom x :meta {...})",
  });
}

function checkedValidator(validator: Value, operation: string): Value {
  if (validator === null || isCallable(validator)) return validator;
  throw wrongType(operation, "a function as validator", validator);
}

function checkedMeta(meta: Value): Value {
  if (meta === null || meta instanceof MapValue) return meta;
  throw wrongType("atom", "a map as :meta", meta);
}

/** `(set-validator! a f)`. The atom's current value must pass the new validator. */
function setValidator(branch: Branch, target: Value, validator: Value): Result {
  const atom = atomOf(target, "set-validator!");
  atom.assertOwner(branch, "set-validator!");
  checkedValidator(validator, "set-validator!");
  return after(validated(branch, validator, atom.value, "set-validator!"), () => {
    atom.validator = validator;
    return null;
  });
}

export const validatorRows: readonly BuiltinRow[] = [
  row("set-validator!", "(set-validator! a f)", {
    doc: "Makes the atom reject values unless f returns true for them; nil removes the validator.",
    example: ["(let [a (atom 1)] (set-validator! a pos?) (reset! a 5))", "5"],
    callsFunctions: true,
    arities: { 2: setValidator },
  }),
  row("get-validator", "(get-validator a)", {
    doc: "Returns the validator of the atom, or nil.",
    example: ["(get-validator (atom 1))", "nil"],
    arities: { 1: (_, target) => atomOf(target, "get-validator").validator },
  }),
];
