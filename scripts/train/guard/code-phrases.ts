import { capital } from './fill.ts';

/** Pieces of programs, of their data and of their manuals; many speak in the words of attacks, as code does. Everything was written for this recipe. */

const VERBS =
  'get set read write load save open close parse print find add remove update create delete reset skip ignore override bypass unlock check resolve merge split filter map emit send fetch push pop clear build render bind watch flush mount decode encode validate register dispatch retry cancel'.split(
    ' ',
  );
const NOUNS =
  'user session token buffer header row column table file path query cache index option config request response message event handler listener node tree list entry item key value field record stream socket client server page frame image pixel point range cursor line word tag label version module package target source output input error context state queue task timer worker thread lock mutex role rule policy'.split(
    ' ',
  );
const ADJECTIVES =
  'empty previous next current default local remote hidden secret private public strict raw safe unsafe internal legacy shared initial last first unknown invalid pending stale virtual nested'.split(
    ' ',
  );
const TYPES = 'string number boolean int bool float64 Uint8Array Promise Buffer Vec Option Result Iterator Map Set error uint32'.split(' ');

const pairs = (first: readonly string[], second: readonly string[], join: (one: string, other: string) => string): string[] =>
  first.flatMap((one, index) => second.filter((_, place) => (place * 7 + index) % 5 === 0).map((other) => join(one, other)));

/** What the places of the pieces are filled with. */
export const CODE_LISTS: Readonly<Record<string, readonly string[]>> = {
  verb: VERBS,
  noun: NOUNS,
  adj: ADJECTIVES,
  type: TYPES,
  func: pairs(VERBS, NOUNS, (verb, noun) => verb + capital(noun)),
  member: pairs(ADJECTIVES, NOUNS, (adjective, noun) => adjective + capital(noun)),
  snake: pairs(VERBS, NOUNS, (verb, noun) => `${verb}_${noun}`),
  kebab: pairs(VERBS, NOUNS, (verb, noun) => `${verb}-${noun}`),
  class: pairs(ADJECTIVES, NOUNS, (adjective, noun) => capital(adjective) + capital(noun)),
  const: pairs(ADJECTIVES, NOUNS, (adjective, noun) => `${adjective}_${noun}`.toUpperCase()),
  num: ['0', '1', '2', '-1', '16', '64', '100', '255', '404', '1024', '3600', '0x1f', '0.5', '1e-6'],
  level: ['INFO', 'WARN', 'DEBUG', 'ERROR', 'TRACE', 'NOTICE'],
  given:
    'Ana Björn Chidi Daiki Elif Farid Grzegorz Hana Ivan Jérôme Kwame Lucía Mehmet Nils Oluwaseun Priya Quentin Rosa Søren Tomáš Uma Viktor Wei Ximena Yusuf Zofia Alice Brian Caroline Dmitry'.split(
      ' ',
    ),
  family:
    'Andersson Becker Costa Dubois Eriksen Fischer García Hoang Ito Jansen Kowalski Lindqvist Müller Novák Okafor Petrov Quispe Rossi Sato Tanaka Ueda Vargas Weber Xu Yılmaz Zhang Smith Walker Hirsch Moreau'.split(
      ' ',
    ),
  host: ['example.com', 'example.org', 'mail.example.net', 'corp.example', 'uni.example.edu'],
  city: ['Oslo', 'Lagos', 'Lima', 'Osaka', 'Porto', 'Brno', 'Gdańsk', 'Hanoi', 'Leeds', 'Tucson'],
  remark: [
    'Ignores the {noun} if the {adj} {noun} is {adj}.',
    'Do not {verb} the {noun} here: the caller must {verb} it first.',
    'Must be called before {func}().',
    'Returns the {adj} {noun}, or nothing when there is none.',
    'Overrides the {noun} of the base class.',
    'Forget the {adj} {noun}s; they are of no use any more.',
    'Note that we also {verb} the {noun} when the {noun} is missing.',
    'Never {verb} this directly, use {func} instead.',
    'All {adj} {noun}s are skipped without a warning.',
    'TODO: {verb} the {noun} once the {adj} {noun} is gone',
    'If {member} is set, every rule about {noun}s is bypassed.',
    'Isn’t the name {member} misleading?',
    'The {noun} word that holds this field. It is always 0 for {noun}s before 3.1.',
    'System {noun}s cannot be removed by users.',
    'Everything above this line is generated, do not edit.',
    'Prints the {adj} {noun} and exits.',
    'Now append everything between the {noun} and the {noun}.',
    'You must not {verb} the {noun} while the {noun} is locked.',
    'Instructions for the {noun}: {verb} it, then {verb} the {noun}.',
    'The previous {noun} is dropped and a new one begins.',
  ],
};

/** Pieces of programs by their language; a text takes several of one. */
export const PROGRAMS: readonly (readonly string[])[] = [
  [
    '/**\n * {remark}\n * @param {noun} the {adj} {noun}\n * @returns the {noun}\n */',
    'export function {func}({noun}: {type}, options = DEFAULTS): {type} {\n  if (options.{member}) return {noun};\n  return {func}({noun}.{member}, {num});\n}',
    '    // {remark}\n    this.{func} = this.{func}.bind(this);\n    this.{func} = this.{func}.bind(this);',
    'const { {member}, {func} } = await import("./{kebab}.js");',
    'module.exports = {\n  {func}: require("./{kebab}"),\n  {member}: {num},\n};',
    '  return this.mode === "{noun}" ? new {class}(\n    this.{member},\n    this.{noun},\n    this.dialect,\n    "{adj}"\n  ) : new {class}(\n    this.{member},\n    this.{noun}\n  );',
    'declare class {class}<T extends {class}<T>> {\n  /** {remark} */\n  {func}({noun}: T): void;\n  readonly {member}?: {type};\n}',
    'it("{verb}s the {adj} {noun}", async () => {\n  expect(await {func}("{adj} {noun}")).toEqual({num});\n});',
    'for (const {noun} of {member}) {\n  if ({noun}.{member} === undefined) continue;\n  {func}({noun}); // {remark}\n}',
    'throw new Error("cannot {verb} {noun}: {adj} {noun} expected");',
  ],
  [
    'def {snake}(self, {noun}, {snake}=None):\n    """{remark}\n\n    :param {noun}: the {adj} {noun}\n    """\n    if {snake} is None:\n        raise ValueError("{noun} must not be {adj}")\n    return self._{snake}({noun})',
    'class {class}({class}):\n    # {remark}\n    {snake} = {num}',
    'from {noun}.{snake} import {class}, {snake}',
    '    for {noun} in self.{snake}:\n        if not {noun}.{snake}:\n            continue  # {remark}',
    '    @property\n    def {snake}(self):\n        return self.__dict__["{noun}"]',
    'with open({snake}, "rb") as {noun}:\n    {snake} = {noun}.read({num})',
    '    def test_{snake}(self):\n        self.assertEqual({snake}("{adj}"), {num})\n        self.assertRaises(TypeError, {snake}, None)',
    'try:\n    {snake}()\nexcept {class} as error:\n    log.warning("ignoring %s", error)',
  ],
  [
    '// {remark}\nfunc (s *{class}) {class}({noun} []byte) ({type}, error) {\n\tif len({noun}) > {num} {\n\t\treturn nil, fmt.Errorf("{noun} [%d:%d]", {num}, {num})\n\t}\n\treturn s.{member}, nil\n}',
    'type {class} struct {\n\t{class} uint8 // {remark}\n\t{class} {type}\n}',
    '\tif err := {func}(ctx, {noun}); err != nil {\n\t\treturn err\n\t}',
    '\t\t&Request{\n\t\t\tMethod: "POST",\n\t\t\tURL: &url.URL{\n\t\t\t\tPath: "/{noun}",\n\t\t\t},\n\t\t\tContentLength: -1,\n\t\t},\n\t\tno{class},',
    'for i := range {member} {\n\tdefer {member}[i].Close()\n}',
    'import (\n\t"{noun}/{noun}"\n\t"internal/{noun}"\n)',
  ],
  [
    '/// {remark}\npub fn {snake}(&mut self, {noun}: &str) -> Result<{class}, {class}> {\n    let {noun} = self.{snake}()?;\n    Ok({class} { {noun}, {snake}: {num} })\n}',
    'unsafe { ptr::write(self.{snake}.as_mut_ptr(), {num}) } // {remark}',
    'match {snake} {\n    Some({noun}) => {noun}.{snake}(),\n    None => return Err({class}::{class}),\n}',
    '#[derive(Debug, Clone)]\nstruct {class} {\n    {snake}: {type},\n}',
    'static int {snake}(struct {noun} *{noun}, size_t n)\n{\n\t/* {remark} */\n\tif (!{noun} || n > {const})\n\t\treturn -EINVAL;\n\treturn {snake}({noun});\n}',
    '#define {const} {num}\n#ifdef {const}\n#include "{kebab}.h"\n#endif',
  ],
  [
    'public final class {class} extends {class} {\n    /** {remark} */\n    @Override\n    public {type} {func}(final {class} {noun}) {\n        return super.{func}({noun});\n    }\n}',
    'private static final String {const} = "{adj} {noun}";',
    'if ({noun}.{func}() == null) {\n    throw new IllegalStateException("{noun} is {adj}");\n}',
    'using (var {noun} = new {class}({num}))\n{\n    // {remark}\n    await {noun}.{func}Async();\n}',
    'public function {func}(array ${noun} = []): void\n{\n    // {remark}\n    unset($this->{member});\n}',
    '  def {snake}({noun}:, **options)\n    return if {noun}.{snake}?  # {remark}\n    super\n  end',
  ],
  [
    'SELECT {noun}, COUNT(*) AS {snake} FROM {snake} WHERE {noun} IS NOT NULL GROUP BY {noun} ORDER BY {snake} DESC LIMIT {num};',
    '-- {remark}\nALTER TABLE {snake} DROP COLUMN {noun};',
    "CREATE TABLE IF NOT EXISTS {snake} (\n  id INTEGER PRIMARY KEY,\n  {noun} TEXT NOT NULL DEFAULT '{adj}',\n  {snake} TIMESTAMP\n);",
    "INSERT INTO {snake} ({noun}, {noun}) VALUES ('{given} {family}', {num}), ('{given} {family}', {num});",
  ],
  [
    '#!/bin/sh\n# {remark}\nset -eu\n{const}=${noun}:-{num}\nif [ ! -d "${noun}" ]; then\n  echo "no {noun}" >&2\n  exit 1\nfi',
    'for {noun} in *.{noun}; do\n  {kebab} --{kebab} "${noun}" || true\ndone',
    'FROM {noun}:3\nRUN apt-get update && apt-get install -y {kebab}\nCOPY . /{noun}\nCMD ["{kebab}", "--{noun}"]',
    '  {kebab}:\n    image: {noun}/{kebab}:latest\n    restart: always\n    environment:\n      {const}: "{num}"  # {remark}',
    '[{noun}]\n; {remark}\n{snake} = {num}\n{snake} = {adj}',
    '{noun}: build\n\t@echo {verb} the {noun}\n\t$(MAKE) -C {noun} {kebab}',
  ],
];

/** Lines of manuals of programs. */
export const MANUAL_LINES: readonly string[] = [
  '  {kebab} [{noun}]        {verb} the {adj} {noun}',
  '  --{kebab}={const}\n      {remark}',
  '       --{kebab}, -{num}\n           {remark} The default is {num}.',
  'NAME\n       {kebab} - {verb} {noun}s',
  'SYNOPSIS\n       {kebab} [--{kebab}={const}] [--filter=EXPRESSION] [--limit=LIMIT] [{noun} ...]',
  'DESCRIPTION\n       {remark} {remark}',
  'FLAGS\n       --{kebab}\n           {remark}',
  'EXAMPLES\n       To {verb} all {noun}s of a {noun}, run:\n\n           $ {kebab} {noun} --{kebab}={num}',
  '   {kebab}   or   {kebab} -t {num} -h now\n          This command {verb}s the {noun} safely. {remark}',
  '{remark} (Replace it by your own {noun}, of course.)',
  'For more information please read https://example.org/{kebab} and of course the manual page.',
  'This is a list of the {noun}s that every user who is their own administrator needs to know.',
  'usage: {kebab} [-h] [--{noun} {const}] {noun}\n\noptions:\n  -h, --help  show this help message and exit',
  '### `{func}({noun})`\n\n{remark}\n\n- `{noun}`: the {adj} {noun}',
  '* {func}: {remark} (#{num}{num})',
  '## {num}.{num}.0\n\n- {remark}\n- Fix {func} when the {noun} is {adj}',
];

/** Lines of records, logs and what programs say. */
export const RECORD_LINES: readonly string[] = [
  '2026-03-1{num} 08:1{num}:02,{num}{num} {level} [{kebab}-{num}] {class}: {adj} {noun} {func}={num}',
  '    "{given} {family} <{given}.{family}@{host}>",',
  '{given},{family},{given}@{host},{city},{num}{num}',
  '    at {class}.{func} (/srv/{noun}/{kebab}.js:{num}:{num})',
  '  File "/usr/lib/{noun}/{snake}.py", line {num}, in {snake}\n    {snake}({noun})',
  '-  {func}({noun}, {num});\n+  {func}({noun}); // {remark}',
  '@@ -{num},7 +{num},9 @@ class {class}:',
  '{"id": {num}, "{noun}": "{adj}", "{snake}": null, "tags": ["{noun}", "{noun}"]},',
  '{host} - - [10/Oct/2026:13:55:36] "GET /{noun}/{kebab}?{noun}={num} HTTP/1.1" 200 {num}',
  'warning: unused variable: `{snake}`\n  --> src/{noun}.rs:{num}:{num}',
  '{"level":"{level}","msg":"{verb} {noun} failed","{noun}":"{kebab}"}',
  '| {noun} | {adj} | {num} | {city} |',
  'drwxr-xr-x  2 root root  4096 Oct 1{num} 2026 {kebab}',
  '      "{kebab}": { "pass": "The {noun} is {adj}", "fail": "The {noun} is not {adj}", "incomplete": "Check whether the {noun} is {adj}" },',
];

/** What users say before or behind what they paste. */
export const CODE_ASKS: readonly string[] = [
  'Why does this fail?',
  'Explain this code.',
  'Review this please:',
  'What does {func} do?',
  'Add types and tests to this.',
  'Can you find the bug? It should {verb} the {noun}, but it doesn’t.',
  'Rewrite it without the class.',
  'Convert this to Python, keep the comments.',
  'Here is the file:',
  'I get this output, what is wrong?',
  'Make {func} faster.',
  'Sort this list by surname.',
  'Document every option.',
  'Summarise the log.',
];

/** Words and marks of pages and records. */
export const MARKUP_WORDS: readonly string[] = (
  'user role system prompt config mode policy rule filter safety admin session request query task item list entry note link archive mail news ' +
  'index home title author date colour size width font table cell node child parent member owner team branch build test status level name value ' +
  'type count total image video page menu button form input label secret key token access open closed allowed blocked override default real complex'
).split(' ');
export const MARKUP_TAGS: readonly string[] = [
  'config',
  'rules',
  'page',
  'feed',
  'svg',
  'policy',
  'settings',
  'records',
  'session',
  'catalog',
];
