#!/usr/bin/env bun
import { bunPlatform } from './bun-platform.ts';
import { runCommand } from './cli.ts';

await runCommand(bunPlatform);
