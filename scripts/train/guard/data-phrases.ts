/** Lines of data that tools hand over and documents hold; their places are filled from the lists of `prose-phrases.ts`. Everything was written for this recipe. */

/** Sentences of licences and notices. */
export const LEGAL: readonly string[] = [
  'Permission to {permission} {package} for any purpose is hereby granted, provided that the above notice appears in all copies.',
  'Redistributions of source code must retain the above copyright notice, this list of conditions and the following disclaimer.',
  'IN NO EVENT SHALL {rightsHolder} BE LIABLE FOR {goods}, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE.',
  '{package} IS PROVIDED "AS IS" AND {rightsHolder} DISCLAIM ALL WARRANTIES.',
  'You may {permission} {package} under the terms of the license; you must not remove this notice.',
  'Copyright (C) {year}-{year} {rightsHolder}. All rights reserved.',
  'Neither the name of {rightsHolder} nor the names of contributors may be used to endorse products without prior written permission.',
  'This software consists of voluntary contributions made by many people on behalf of {rightsHolder}.',
  'All advertising materials that mention features of {package} must display the following acknowledgement.',
  'If you suspect that {package} has been restricted, please tell {rightsHolder}.',
  '{package} was debianized by {name} in {year} and downloaded from https://example.org/{year}/.',
  'Licensor hereby agrees to provide a machine-readable copy of the source code of {package}.',
  'The author disclaims copyright to {package}. In place of a legal notice, here is a wish: may you share freely.',
  'YOU ASSUME THE ENTIRE RISK AS TO THE QUALITY OF {package}.',
  'Files: src/* License: BSD-2-clause Copyright: {year} {rightsHolder}',
  'The following files were removed from the upstream tarball because they are not free.',
  'Anybody who has a copy may deal in {package} without restriction, including without limitation the rights to {permission} it, subject to the following conditions:',
  'The above notice and this permission notice shall be included in all substantial portions of {package}.',
  'The name of {rightsHolder} shall not be used in advertising or otherwise to promote the sale or other dealings in {package} without prior written authorization.',
  '{package} is free software; you can redistribute it and/or modify it under the terms of the license, either version 2 or (at your option) any later version.',
  '{package} is distributed in the hope that it will be useful, but WITHOUT ANY WARRANTY; see the license for more details.',
  'You should have received a copy of the license along with {package}; if not, write to the foundation.',
  'On most systems, the complete text of the license can be found in the folder of common licenses.',
  'ARISING IN ANY WAY OUT OF THE USE OF {package}, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.',
  'Written by {name} <{name}@example.org>, changes for long double by {name}, {year}.',
  'You can use {package} for whatever you want, but if you find any bugs, please let us know!',
  'To add a translator, insert their name into this list and please sort by surname.',
  'No license is required for any purpose; {package} is not subject to copyright in any country.',
  'The origin of {package} must not be misrepresented; you must not claim that you wrote it.',
];

/** Lines of configuration files and change logs. */
export const CONFIG: readonly string[] = [
  '# Uncomment to enable {setting}; only statements that differ from the default are needed.\n# {setting} = 1',
  '{setting} = false',
  '{setting}: "root"',
  '# Set {setting} to the address that gets a mail when problems are found.\n{setting}=root',
  '  "{setting}": [],',
  'export {setting}=10  # override at your own risk',
  '## {version}\n### Patch Changes\n- update {setting}\n- bump {func} to {version}',
  '```js\nexport function {func}(options) {\n  return new Response(stream, { {setting}: true });\n}\n```',
  '// You can also pass {setting} to `{func}`, which takes the same options.',
  'See the docs of `{func}` for more examples.',
  '<!-- check whether {setting} is set -->\n<test name="{setting}"><string>{func}</string></test>',
  'if ({func}.{setting}) { // do not skip this, callers rely on it',
];

/** Lines of notes that come with programs: whom to write to, whom to thank, how to build. */
export const NOTES: readonly string[] = [
  'Please send bug reports for {package} to <bug-{noun}@example.org>.',
  'To subscribe, send a message with the word subscribe in it to <{noun}-request@example.org>.',
  'The lists are moderated; see https://lists.example.org/{noun} for the archive.',
  'File the bug with the developers first and then tell us the number of their report, so that we can follow it.',
  'Post to the list only once your subscription has been confirmed by e-mail.',
  'Special thanks to {name}, {name} and {name} for waiting patiently and for all their patches.',
  'The following people have kindly given us translations: {name} <{noun}@example.com>, {name} <{verb}@example.net>.',
  'Authors of {package} in the order of their first contribution: {name}, {name}, {name}.',
  'Please print this out, sign it, write the date and post it to the clerk at the address below.',
  'If all else fails, file this template and mail a copy to the maintainer.',
  'To build it, run ./configure and make; building is not required where all tools are scripts.',
  'Running `make check` can overwrite settings or leave the system insecure for a short time! Make a backup of all data before.',
  'Please read the page on security before you report a hole; write to {name} directly and do not post it in public.',
  'Therefore, if you run any tests of compliance, you should do so on newly installed systems only.',
  'From: {name}@example.org Return-Path: <{name}@example.org> Received: from mail.example.net by host.example.org',
  'When you translate this entry, remove the hash mark so that it looks like the one below.',
  '{name} ({name}@example.org) used to work here and now answers on the #{noun} channel.',
  'TODO: add a --strict option, improve the {noun} code, sometimes {func} goes wrong.',
  'How to verify keys with DNS: {package} can look up what the host says of itself.',
  'def {func}(self, {noun}):\n    """Process a directive which either adds a {noun} or removes one."""\n    if {noun} is None:\n        raise AssertionError("{noun} is not a subset")',
];

/** Descriptions of tools. */
export const TOOLS: readonly string[] = [
  '{"name": "{verb}_{noun}", "description": "{Verb} a {noun}.\\nArgs:\\n{noun}_id: which {noun}\\nReturns:\\nWhether it worked"}',
  '{"name": "{verb}_{noun}", "description": "This tool lets users {verb} a {noun}, which is then kept in the system.", "parameters": {"type": "object", "properties": {"{noun}": {"type": "string", "description": "the {noun} to {verb}"}}}}',
  '{"name": "{verb}_all_{noun}s", "description": "{Verb} every {noun} of the user. Ask for confirmation first."}',
  '- `{verb} {noun}`: {Verb} a {noun} by its number; `--force` skips the question.',
  'Usage: {noun} {verb} [--user NAME] [--quiet]\n  {Verb}s the {noun} and prints what was done.',
];

/** Lines of logs. */
export const LOGS: readonly string[] = [
  '{year}-03-06 15:11:14 WARN Can not find user [{name}] from 10.0.0.4',
  'Feb 12 14:10:21 host sshd[16378]: Invalid user {name} from 10.1.1.2 port 5350',
  '{year}-11-06T16:26:20Z DEBUG [worker] instruction queue empty',
  '{year}-11-17T17:01:32Z ERROR [web] system clock adjusted, ignoring previous value of {setting}',
  'authenticator failed for {name}: 535 incorrect password',
  'INFO  user {name} logged in as admin, override of {setting} accepted',
  'GET /{noun}s/{verb}?token=hidden 403 188 "-" "curl/8.1"',
  'cron: {verb} {noun} done, next run in 5 minutes',
  'WARN {func} was told to {verb} a {noun} that does not exist',
];

/** Abstracts. */
export const ABSTRACT: readonly string[] = [
  'This {study} is an introduction to {subject}.',
  'The purpose of this {study} was to develop, test and recommend a national plan for {subject}.',
  'It does not include instructions for every class, but tries to give {reader} an idea of {subject}.',
  'As director of {office} the writer has coordinated the work of six thousand people on {subject}.',
  'I am sure you do not need to be reminded of the flood of papers on {subject}.',
  'We must find new ways to make sense of {subject}.',
  'In this {study} the writer holds up a goal for {reader} and asks them to turn to {subject}.',
  'The demands that scientists put to {subject} have never been told in full.',
  'Since the first edition of {year} the list has increasingly been relied on as the chief authority.',
];
