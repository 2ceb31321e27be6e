import { HttpError, NetworkError, UnreadableError } from '../../../shared/api/errors.ts';
import { ReadingGoneError } from '../directoryPort.ts';

/** An error as it goes from the worker to the page: of classes of ours a copy would keep the message alone. */
export type WrittenError =
  | ({ readonly kind: 'http'; readonly message: string } & ConstructorParameters<
      typeof HttpError
    >[1])
  | {
      readonly kind: 'network';
      readonly message: string;
      readonly method: string;
      readonly url: string;
    }
  | {
      readonly kind: 'unreadable';
      readonly message: string;
      readonly method: string;
      readonly url: string;
      readonly text: string;
    }
  | { readonly kind: 'gone' | 'other'; readonly message: string };

export function writeError(error: unknown): WrittenError {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof HttpError) {
    const { method, url, status, problem, text, retryAfter } = error;
    return { kind: 'http', message, method, url, status, problem, text, retryAfter };
  }
  if (error instanceof NetworkError) {
    return { kind: 'network', message, method: error.method, url: error.url };
  }
  if (error instanceof UnreadableError) {
    return { kind: 'unreadable', message, method: error.method, url: error.url, text: error.text };
  }
  return { kind: error instanceof ReadingGoneError ? 'gone' : 'other', message };
}

export function readError(written: WrittenError): Error {
  if (written.kind === 'http') return new HttpError(written.message, written);
  if (written.kind === 'network') return new NetworkError(written.message, written);
  if (written.kind === 'unreadable') return new UnreadableError(written.message, written);
  return written.kind === 'gone'
    ? new ReadingGoneError(written.message)
    : new Error(written.message);
}
