// Type-aware lint for the whole repository; plain scripts are linted with the types JSDoc gives them.
import eslint from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

export default defineConfig(
  globalIgnores(["**/dist/", "**/node_modules/", "**/.cache/", "**/.turbo/", "**/.ptc/", "tools/repo-checks/fixtures/"]),
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  eslint.configs.recommended,
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      // The type check knows every global of every host; this rule knows none.
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
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    // Plain scripts cast with JSDoc, which this rule does not see.
    files: ["**/*.mjs", "**/*.js"],
    rules: { "@typescript-eslint/no-unsafe-assignment": "off" },
  },
);
