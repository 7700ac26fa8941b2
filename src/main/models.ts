import { readFile } from 'node:fs/promises';
import { isJsonObject, type JsonValue } from '../core/json.ts';
import type { Platform } from './platform.ts';

/** One line for each model of the manifest: id, task, languages, size and licence. */
export async function listModels({ assets }: Platform): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(assets.modelManifest, 'utf8'));
  const models = isJsonObject(manifest) && Array.isArray(manifest['models']) ? manifest['models'].filter(isJsonObject) : [];
  const rows = models.map((model) => {
    const files = Array.isArray(model['files']) ? model['files'].filter(isJsonObject) : [];
    const bytes = files.reduce((sum, file) => sum + Number(file['bytes'] ?? 0), 0);
    return [
      textOf(model['id']),
      textOf(model['task']),
      textOf(model['languages']),
      `${(bytes / 1e6).toFixed(1)} MB`,
      textOf(model['licence']),
    ];
  });
  return table([['MODEL', 'TASK', 'LANGUAGES', 'SIZE', 'LICENCE'], ...rows]);
}

function textOf(value: JsonValue | undefined): string {
  return Array.isArray(value) ? value.map(textOf).join(' ') : typeof value === 'string' ? value : '';
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
