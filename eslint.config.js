// Type-aware lint for the whole repository. Plain scripts are linted with the types from their
// JSDoc.
import eslint from "@eslint/js";
import stylistic from "@stylistic/eslint-plugin";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";
import { modeNamesRule } from "./scripts/mode-names-rule.mjs";
import { shortenedTextsRule } from "./scripts/shortened-texts-rule.mjs";

const functionsOfTheHost = [
  "acos",
  "acosh",
  "asin",
  "asinh",
  "atan",
  "atan2",
  "atanh",
  "cbrt",
  "cos",
  "cosh",
  "exp",
  "expm1",
  "hypot",
  "log",
  "log10",
  "log1p",
  "log2",
  "pow",
  "sin",
  "sinh",
  "tan",
  "tanh",
];

const portable = [
  "packages/{core,parser,lisp,signature,llm,subagent,tracer,mcp,openapi,evals}/src/**",
  "packages/providers/*/src/**",
];

/** Reads the host's time or randomness in place of a parameter. Defaults of parameters may. */
const hostTime = [
  ...[
    "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    "CallExpression[callee.object.name='performance'][callee.property.name='now']",
    "CallExpression[callee.object.name='Math'][callee.property.name='random']",
    "NewExpression[callee.name='Date'][arguments.length=0]",
    "MemberExpression[object.name='systemClock']",
    "CallExpression > Identifier.arguments[name='systemClock']",
  ].map((selector) => ({
    selector,
    message: "The clock and random numbers are parameters: options.clock, options.random.",
  })),
  {
    selector: "CallExpression[callee.name=/^set(Timeout|Interval)$/]",
    message: "Timers are parameters: sleep(clock, milliseconds, signal) of @ptc/core.",
  },
];

/** Define the parameters themselves. */
const timers = ["packages/core/src/contracts/clock.ts", "packages/core/src/internal/task/**"];

const powers = {
  selector: "BinaryExpression[operator='**']:not([left.callee.name='BigInt'])",
  message: "Hosts may differ in its last digit: multiply, or raise a bigint.",
};
const computing = "packages/{core,lisp,parser}/src/**";

/**
 * The classes of `packages/lisp/src/evaluation/errors/raised.ts`, by file: they are thrown but
 * don't extend `Error`.
 */
const raised = {
  "evaluation/errors/errors.ts": [
    "EvaluationError",
    "FailSignal",
    "ReturnSignal",
    "ThrownError",
    "ToolError",
  ],
  "evaluation/arguments/operand-error.ts": ["OperandError"],
  "evaluation/budget/host-stack.ts": ["StackEnd"],
  "sequence/element-pending.ts": ["ElementPending"],
  "builtins/json/json-reader.ts": ["InvalidJson"],
};

export default defineConfig(
  globalIgnores([
    "**/dist/",
    "**/node_modules/",
    "**/.cache/",
    "**/.turbo/",
    "**/.ptc/",
    "tools/repo-checks/fixtures/",
    // Its dependencies are a separate installation.
    "apps/site/astro/",
    "apps/create-ptc/templates/",
    // Its dependencies are a separate installation.
    "editors/",
  ]),
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  eslint.configs.recommended,
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      // The type check knows the globals of every host; this rule knows none of them.
      "no-undef": "off",
      "no-eval": "error",
      "no-new-func": "error",
      eqeqeq: "error",
      "@typescript-eslint/consistent-type-imports": "error",
      // `import { type A }` would still load the module at run time.
      "@typescript-eslint/no-import-type-side-effects": "error",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    // Prettier breaks code, not comments. Strings are exempt because they hold whole programs and
    // messages.
    ignores: ["**/generated/**", "**/src/builtins/library/builtin-names.ts"],
    plugins: { "@stylistic": stylistic },
    rules: {
      "@stylistic/max-len": [
        "error",
        {
          code: 100,
          // Drawings, suppressions with their reasons, and a license that must keep its form.
          ignorePattern: "^//   |eslint-(dis|en)able|^/\\*!|^ \\* Permission ",
          ignoreStrings: true,
          ignoreTemplateLiterals: true,
          ignoreRegExpLiterals: true,
          ignoreUrls: true,
        },
      ],
    },
  },
  {
    // A program's failure isn't a host error, which would capture an unused stack.
    files: ["packages/lisp/src/**"],
    rules: {
      "@typescript-eslint/only-throw-error": [
        "error",
        {
          allow: Object.entries(raised).map(([file, name]) => ({
            from: "file",
            path: `packages/lisp/src/${file}`,
            name,
          })),
        },
      ],
    },
  },
  {
    // Functions that ECMAScript leaves to the host differ between hosts in their last digit. The
    // language computes them itself.
    files: [computing],
    ignores: ["**/*.test.ts"],
    rules: {
      "no-restricted-properties": [
        "error",
        ...functionsOfTheHost.map((property) => ({
          object: "Math",
          property,
          message: "Hosts differ in its last digit: use packages/lisp/src/mathematics.",
        })),
      ],
      "no-restricted-syntax": ["error", powers],
    },
  },
  {
    // A run is repeatable because the host passes in its clock and its random numbers. Code for
    // Node alone measures real processes.
    files: portable,
    ignores: ["**/node/**", "**/*.test.ts", ...timers],
    rules: { "no-restricted-syntax": ["error", ...hostTime] },
  },
  {
    files: [computing],
    ignores: ["**/node/**", "**/*.test.ts", ...timers],
    rules: { "no-restricted-syntax": ["error", powers, ...hostTime] },
  },
  {
    // A new mode is one row and one folder, because other code reads its traits.
    files: ["packages/subagent/src/**"],
    ignores: [
      "packages/subagent/src/modes/**",
      "packages/subagent/src/mode-traits/**",
      "**/*.test.ts",
    ],
    plugins: { ptc: { rules: { "mode-names": modeNamesRule } } },
    rules: { "ptc/mode-names": "error" },
  },
  {
    files: ["packages/*/src/**", "packages/providers/*/src/**", "apps/*/src/**"],
    ignores: ["packages/conformance/**", "**/generated/**", "**/*.test.ts"],
    plugins: { texts: { rules: { "shortened-texts": shortenedTextsRule } } },
    rules: { "texts/shortened-texts": "error" },
  },
  {
    // CommonJS, because Node starts it faster than modules.
    files: ["apps/cli/bin/*.js"],
    languageOptions: { sourceType: "commonjs" },
    rules: { "@typescript-eslint/no-require-imports": "off" },
  },
  {
    // Plain scripts cast with JSDoc, which this rule ignores.
    files: ["**/*.mjs", "**/*.js"],
    rules: { "@typescript-eslint/no-unsafe-assignment": "off" },
  },
);
