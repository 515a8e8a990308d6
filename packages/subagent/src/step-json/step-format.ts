// The name and version of the format of steps. They are apart from its schema, which needs `zod`:
// only code that reads steps does.

export const stepFormat = "ptc-step";
export const stepVersion = 1;
