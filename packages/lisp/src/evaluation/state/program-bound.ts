// What belongs to one program and ends with it: atoms, transients and delays. Memory leaves these
// out.

import { OpaqueValue } from "@ptc/core/values";

export abstract class ProgramBound extends OpaqueValue {}
