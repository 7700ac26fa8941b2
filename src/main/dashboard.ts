import { readFile } from 'node:fs/promises';
import type { StaticFile } from '../http/static-files.ts';
import type { Assets } from './platform.ts';

/** The dashboard's files as the guard serves them. */
export async function dashboardFiles({ dashboardPage, dashboardScript, dashboardStyle }: Assets): Promise<readonly StaticFile[]> {
  const [page, script, style] = await Promise.all([dashboardPage, dashboardScript, dashboardStyle].map((path) => readFile(path, 'utf8')));
  return [
    { path: '/dashboard', mediaType: 'text/html; charset=utf-8', text: page ?? '' },
    { path: '/dashboard/live.js', mediaType: 'text/javascript; charset=utf-8', text: script ?? '' },
    { path: '/dashboard/style.css', mediaType: 'text/css; charset=utf-8', text: style ?? '' },
  ];
}
