/** Why a service did not do what it was asked. `status` is 0 when it could not be reached. */
export class Fault extends Error {
  readonly status: number;
  readonly param: string | undefined;
  readonly correlationId: string | undefined;

  constructor(message: string, details: { status: number; param?: string | undefined; correlationId?: string | undefined }) {
    super(message);
    this.name = 'Fault';
    this.status = details.status;
    this.param = details.param;
    this.correlationId = details.correlationId;
  }
}

interface ErrorBody {
  readonly message?: string;
  readonly correlation_id?: string;
  readonly error?: { readonly message?: string; readonly param?: string | null };
}

/** The fault that an answer which is not 2xx tells of. */
export async function faultOf(response: Response): Promise<Fault> {
  const body = (await response.json().catch(() => ({}))) as ErrorBody;
  return new Fault(body.message ?? body.error?.message ?? `The service answered ${response.status}.`, {
    status: response.status,
    param: body.error?.param ?? undefined,
    correlationId: body.correlation_id ?? response.headers.get('x-request-id') ?? undefined,
  });
}

/** What went wrong in words, with the place of the fault where it is told. */
export function faultText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A precondition is a header, which nobody filled in.
  const place = error instanceof Fault && error.status !== 412 ? error.param : undefined;
  return place === undefined || error.message.startsWith(`${place}:`) ? error.message : `${place}: ${error.message}`;
}
