#!/usr/bin/env bun
import { restartWithSmallHeap } from './bun-heap.ts';

// Must come first: after re-executing, everything is loaded again.
restartWithSmallHeap();
const { collectWhenIdle } = await import('./bun-idle-memory.ts');
const { bunPlatform } = await import('./bun-platform.ts');
const { directToOwnHost } = await import('./own-host.ts');
const { runCommand } = await import('./cli.ts');
Object.assign(process.env, directToOwnHost(process.env));
collectWhenIdle();
await runCommand(bunPlatform);
