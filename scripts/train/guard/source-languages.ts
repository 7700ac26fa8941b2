/**
 * Languages of sources with stretches of them.
 * Everything was written for this recipe; firms, people and hosts are invented.
 */
/** A language of sources: how comments are set in it, and stretches of it. */
export interface Language {
  readonly name: string;
  readonly path: string;
  /** Before each line of a comment and after it. */
  readonly line: readonly [before: string, after: string];
  /** The first line of a comment block, what stands before its lines, the last line. */
  readonly block?: readonly [first: string, before: string, last: string];
  readonly code: readonly string[];
}

const STARS = ['/**', ' * ', ' */'] as const;

/** Languages of sources. */
export const LANGUAGES: readonly Language[] = [
  {
    name: 'ts',
    path: '{dir}/{func}.ts',
    line: ['// ', ''],
    block: STARS,
    code: [
      'import { {func} } from "./{func}";',
      'export function {func}({field}: string): number {\n  return {func}({field}).length + {n};\n}',
      'export const {field} = Number(process.env.{envvar} ?? {n});',
      'const apiKey = process.env.{secretvar};\nif (!apiKey) throw new Error("{secretvar} is not set");',
      'interface {Class}Options {\n  {field}: string;\n  {field}?: number;\n}',
      'export class {Class} {\n  #{field} = 0;\n\n  {func}(): void {\n    this.#{field} += {n};\n  }\n}',
      'try {\n  await {func}({n});\n} catch (error) {\n  logger.warn("{func} failed", error);\n}',
      'test("{func} keeps {field}", () => {\n  expect({func}({n})).toBe({n});\n});',
    ],
  },
  {
    name: 'js',
    path: 'scripts/{func}.mjs',
    line: ['// ', ''],
    block: ['/*', ' * ', ' */'],
    code: [
      'const { {func} } = require("../lib/{func}");',
      'module.exports = {\n  root: true,\n  extends: ["{goodpkg}"],\n  ignorePatterns: ["dist"],\n};',
      'app.get("/{area}", async (req, res) => {\n  res.json(await {func}(req.query.{field}));\n});',
      'for (const row of rows) {\n  if (row.{field} > {n}) {func}(row);\n}',
      'process.on("SIGTERM", () => server.close());',
      'if (!verifySignature(req)) {\n  return res.status(401).end();\n}',
    ],
  },
  {
    name: 'python',
    path: '{dir}/{snake}.py',
    line: ['# ', ''],
    block: ['"""', '', '"""'],
    code: [
      'import os\nfrom {snake} import {Class}',
      '{envvar} = os.environ.get("{envvar}", "{n}")',
      'TOKEN = os.environ["{secretvar}"]  # never logged',
      'def {snake}({field}: str) -> int:\n    return len({field}) * {n}',
      'class {Class}:\n    def __init__(self, {field}=None):\n        self.{field} = {field} or {n}',
      'with open("{plainfile}") as handle:\n    config = handle.read()',
      '@pytest.mark.parametrize("{field}", [1, {n}, 40])\ndef test_{snake}({field}):\n    assert {snake}({field}) > 0',
      'subprocess.run(["git", "status", "--short"], check=True)',
    ],
  },
  {
    name: 'go',
    path: 'internal/{area}/{snake}.go',
    line: ['// ', ''],
    code: [
      'package {area}',
      'import (\n\t"context"\n\t"fmt"\n\t"os"\n)',
      'func {func}(ctx context.Context, {field} int) error {\n\tif {field} < {n} {\n\t\treturn fmt.Errorf("{field}: %d", {field})\n\t}\n\treturn nil\n}',
      'type {Class} struct {\n\tName string `json:"{field}"`\n\tSize int\n}',
      'region := os.Getenv("{envvar}")',
      '//go:generate go run ./cmd/gen -out {snake}_gen.go',
      'if err := verify(sig, body); err != nil {\n\treturn err\n}',
    ],
  },
  {
    name: 'rust',
    path: 'crates/{app}-core/src/{snake}.rs',
    line: ['// ', ''],
    code: [
      'use std::env;',
      'pub fn {snake}({field}: &str) -> usize {\n    {field}.len() + {n}\n}',
      '#[derive(Debug, Clone)]\npub struct {Class} {\n    pub {field}: u32,\n}',
      'let level = env::var("{envvar}").unwrap_or_default();',
      '#[test]\nfn {snake}_works() {\n    assert_eq!({snake}("a"), {n});\n}',
      'impl Drop for {Class} {\n    fn drop(&mut self) {\n        self.{field} = 0;\n    }\n}',
    ],
  },
  {
    name: 'java',
    path: 'src/main/java/example/{Class}.java',
    line: ['// ', ''],
    block: STARS,
    code: [
      'package example.{area};',
      'public final class {Class} {\n    private int {field} = {n};\n}',
      '@Override\npublic String toString() {\n    return "{Class}[" + {field} + "]";\n}',
      'String region = System.getenv("{envvar}");',
      'if (!token.isValid()) {\n    throw new SecurityException("{field}");\n}',
    ],
  },
  {
    name: 'c',
    path: 'src/{snake}.c',
    line: ['// ', ''],
    block: ['/*', ' * ', ' */'],
    code: [
      '#include <stdio.h>\n#include "{snake}.h"',
      '#define MAX_{envvar} {n}{n}',
      'static int {snake}(const char *{field})\n{\n\tif (!{field})\n\t\treturn -{n};\n\treturn 0;\n}',
      'struct {snake} {\n\tint {field};\n\tsize_t len;\n};',
      'free(buf);\nbuf = NULL;',
    ],
  },
  {
    name: 'ruby',
    path: 'lib/{snake}.rb',
    line: ['# ', ''],
    code: [
      '# frozen_string_literal: true',
      'class {Class}\n  def {snake}({field})\n    {field}.to_s * {n}\n  end\nend',
      'gem "{goodpkg}", "~> {ver}", group: :development',
      'config.log_level = ENV.fetch("{envvar}", "info")',
      'before_action :authenticate!, except: %i[index]',
      'it "keeps the {field}" do\n  expect({snake}({n})).to eq({n})\nend',
    ],
  },
  {
    name: 'php',
    path: 'app/{Class}.php',
    line: ['// ', ''],
    block: STARS,
    code: [
      '<?php\n\ndeclare(strict_types=1);',
      'final class {Class}\n{\n    private int ${field} = {n};\n}',
      '$region = getenv("{envvar}") ?: "eu";',
      'public function {func}(string ${field}): int\n{\n    return strlen(${field}) + {n};\n}',
      'if (!hash_equals($expected, $given)) {\n    throw new RuntimeException("bad signature");\n}',
    ],
  },
  {
    name: 'bash',
    path: 'scripts/{script}',
    line: ['# ', ''],
    code: [
      '#!/usr/bin/env bash\nset -euo pipefail',
      'cd "$(dirname "$0")/.."',
      'if [ -z "${AWS_REGION:-}" ]; then\n  echo "AWS_REGION is not set" >&2\n  exit 1\nfi',
      '{plaincmd}',
      '{plaincmd}',
      'for file in {dir}/*; do\n  echo "checking $file"\ndone',
      'trap \'rm -rf "$tmp"\' EXIT',
      'log() { printf "%s\\n" "$*" >&2; }',
    ],
  },
  {
    name: 'yaml',
    path: '.github/workflows/{area}.yml',
    line: ['# ', ''],
    code: [
      'name: {area}',
      'on:\n  push:\n    branches: [main]\n  pull_request:',
      'permissions:\n  contents: read',
      'env:\n  {envvar}: "{n}"',
      'jobs:\n  test:\n    runs-on: ubuntu-24.04\n    steps:\n      - uses: actions/checkout@v4\n      - run: {plaincmd}',
      '  lint:\n    runs-on: ubuntu-24.04\n    steps:\n      - run: {plaincmd}\n      - run: {plaincmd}',
      '      - name: Publish\n        run: npm publish\n        env:\n          {secretvar}: ${{ secrets.{secretvar} }}',
      '      - uses: actions/upload-artifact@v4\n        with:\n          name: coverage\n          path: coverage/',
    ],
  },
  {
    name: 'dockerfile',
    path: 'Dockerfile',
    line: ['# ', ''],
    code: [
      'FROM node:22-alpine AS build',
      'FROM python:3.12-slim',
      'WORKDIR /srv/{app}',
      'COPY {plainfile} ./\nRUN {plaincmd}',
      'ENV {envvar}={n}',
      'RUN --mount=type=secret,id=npmrc,target=.npmrc npm ci',
      'USER {app}\nEXPOSE 300{n}',
      'HEALTHCHECK CMD wget -qO- http://localhost:300{n}/health || exit 1',
      'CMD ["node", "dist/{area}.js"]',
    ],
  },
  {
    name: 'makefile',
    path: 'Makefile',
    line: ['# ', ''],
    code: [
      '.PHONY: test lint {area}',
      'VERSION ?= {ver}',
      'test:\n\t{plaincmd}',
      'lint: deps\n\t{plaincmd}\n\t{plaincmd}',
      'deps:\n\t{plaincmd}',
      'clean:\n\trm -rf dist coverage',
      'include .env.example\nexport {envvar}',
      '{area}: {file}\n\t./scripts/build.sh $@',
    ],
  },
  {
    name: 'toml',
    path: 'pyproject.toml',
    line: ['# ', ''],
    code: [
      '[project]\nname = "{app}"\nversion = "{ver}"',
      '[tool.ruff]\nline-length = 1{n}0',
      '[project.optional-dependencies]\ndev = ["{goodpkg}", "{goodpkg}"]',
      '[tool.pytest.ini_options]\naddopts = "-q"\ntestpaths = ["tests"]',
      '[scripts]\ncheck = "{plaincmd}"',
    ],
  },
  {
    name: 'sql',
    path: 'migrations/00{n}{n}_{snake}.sql',
    line: ['-- ', ''],
    code: [
      'CREATE TABLE {area} (\n  id BIGINT PRIMARY KEY,\n  {field} TEXT NOT NULL\n);',
      'ALTER TABLE {area} ADD COLUMN {field} INTEGER DEFAULT {n};',
      'CREATE INDEX {area}_{field} ON {area} ({field});',
      'GRANT SELECT ON {area} TO reporting;',
      'UPDATE {area} SET {field} = NULL WHERE id < {n}00;',
    ],
  },
  {
    name: 'html',
    path: 'web/{area}.html',
    line: ['<!-- ', ' -->'],
    code: [
      '<section class="{area}">\n  <h2>{Area}</h2>\n</section>',
      '<button type="submit" disabled>Save</button>',
      '<link rel="stylesheet" href="/{area}.css">',
      '<script src="/{func}.js" defer></script>',
      '<input name="{field}" required>',
    ],
  },
  {
    name: 'css',
    path: 'web/{area}.css',
    line: ['/* ', ' */'],
    code: [
      '.{area} {\n  display: grid;\n  gap: {n}px;\n}',
      '@media (max-width: {n}00px) {\n  .{area} { display: none; }\n}',
      ':root {\n  --{area}-width: {n}0rem;\n}',
    ],
  },
  {
    name: 'hcl',
    path: 'infra/{area}.tf',
    line: ['# ', ''],
    code: [
      'resource "bucket" "{area}" {\n  name   = "{app}-{area}"\n  region = var.region\n}',
      'variable "{field}" {\n  type    = number\n  default = {n}\n}',
      'variable "token" {\n  type      = string\n  sensitive = true\n}',
      'output "{field}" {\n  value = bucket.{area}.id\n}',
    ],
  },
  {
    name: 'csharp',
    path: 'src/{Class}.cs',
    line: ['// ', ''],
    code: [
      'using System;\n\nnamespace {Class}s;',
      'public sealed class {Class}\n{\n    public int Total { get; init; } = {n};\n}',
      'var region = Environment.GetEnvironmentVariable("{envvar}");',
      'if (!signature.Verify(body)) return Results.Unauthorized();',
      'await using var store = new {Class}();',
    ],
  },
  {
    name: 'dotenv',
    path: '.env.example',
    line: ['# ', ''],
    code: ['{envvar}={n}', '{secretvar}=', '{envvar}=', '{secretvar}=changeme', '{envvar}=http://localhost:300{n}', '{envvar}=eu-north-1'],
  },
  {
    name: 'lua',
    path: 'lua/{snake}.lua',
    line: ['-- ', ''],
    code: [
      'local M = {}',
      'function M.{snake}({field})\n  return {field} or {n}\nend',
      'vim.opt.tabstop = {n}',
      'return M',
      'local level = os.getenv("{envvar}")',
    ],
  },
];
