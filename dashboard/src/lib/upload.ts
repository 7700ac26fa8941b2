import { Fault } from './api/fault.ts';
import { atGuard } from './place.ts';

/** Sends a form and tells how much of it has gone, from 0 to 1. fetch does not say, so that this is XMLHttpRequest. Throws a Fault. */
export function upload<T>(
  path: string,
  form: FormData,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (part: number) => void },
): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', atGuard(path));
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => lengthComputable && onProgress(loaded / total));
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) resolve(request.response as T);
      else
        reject(
          new Fault((request.response as { message?: string } | null)?.message ?? `The service answered ${request.status}.`, {
            status: request.status,
          }),
        );
    });
    request.addEventListener('error', () => reject(new Fault('The upload failed.', { status: 0 })));
    request.addEventListener('abort', () => reject(new Fault('The upload was cancelled.', { status: 0 })));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}
