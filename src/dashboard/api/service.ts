import { create } from 'zustand';
import type { Operation } from '#contract/operation.ts';
import type { getPriceHistory } from '#contract/operations/tokens.ts';
import type { getPositionsHistory } from '#contract/operations/wallets.ts';
import type { problemCodes } from '#contract/problem.ts';
import { HttpError, type Requested } from './errors.ts';

/** What the pages know of the service as a whole, once it has said so. */
interface Service {
  /** The host of the service behind it; null: none is connected, or that is not known yet. */
  readonly connectedTo: string | null;
  /** The operations that it answers 501, as `PUT /x/thematics/{id}`, each with the reason. */
  readonly notOffered: Readonly<Record<string, string>>;
}

const useService = create<Service>(() => ({ connectedTo: null, notOffered: {} }));

export const setService = (service: Service): void => useService.setState(service);

export const useConnectedTo = (): string | null => useService(({ connectedTo }) => connectedTo);

/** What tells an operation from others; one without a path is no operation of the service. */
export type Callable = Pick<Operation, 'role'> & Partial<Pick<Operation, 'method' | 'path'>>;

/** Why the service does not offer an operation; null where it does. */
export function useWhyNotOffered(): (operation: Callable) => string | null {
  const { notOffered } = useService();
  return (operation) => reasonOf(operation, notOffered);
}

type CallOf<O extends Operation> = `${O['method']} ${O['path']}`;

/** The calls that answer what the past was made of; by their types alone, so that a page loads no more than these texts. */
const ofThePast = {
  amounts: 'GET /x/users/{id}/positions/history/{historyType}' satisfies CallOf<
    typeof getPositionsHistory
  >,
  prices: 'GET /x/tokens/{id}/history/{historyType}' satisfies CallOf<typeof getPriceHistory>,
};

/** Why amounts or prices of the past are not known, in a sentence of the service; null: they are. */
export const useWhyUnknown = (part: keyof typeof ofThePast): string | null =>
  useService(({ notOffered }) => notOffered[ofThePast[part]] ?? null);

function reasonOf({ method, path }: Callable, notOffered: Service['notOffered']): string | null {
  return notOffered[`${method} ${path}`] ?? null;
}

/** Answers in place of the service what it is known not to offer, so that nothing is requested for that. */
export function refuseNotOffered(operation: Operation, request: Requested): void {
  const detail = reasonOf(operation, useService.getState().notOffered);
  if (detail === null) return;
  const code = 'not-offered';
  // By its type alone: a page needs no other title.
  const [status, title] = [501, 'This is not offered'] satisfies (typeof problemCodes)[typeof code];
  const problem = { type: `/p/docs#problem-${code}`, title, status, detail, code };
  const answer = { ...request, status, text: '', retryAfter: null };
  throw new HttpError(detail, { ...answer, problem: { ...problem, instance: request.url } });
}
