import { messageOf } from './errors.ts';

/** Does something in the first of these folders in which it can be done. Throws, with the reason for each of them, if it can be in none. */
export async function inFirstFolder<T>(folders: readonly string[], work: (folder: string) => Promise<T>): Promise<T> {
  const faults: string[] = [];
  for (const folder of folders) {
    try {
      return await work(folder);
    } catch (error) {
      faults.push(messageOf(error));
    }
  }
  throw new Error(faults.join('; '));
}
