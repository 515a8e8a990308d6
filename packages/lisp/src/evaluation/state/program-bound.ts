// The base of values that end with their program: atoms, transients and delays. Memory omits these.

import { OpaqueValue } from "@ptc/core/values";

export abstract class ProgramBound extends OpaqueValue {}
