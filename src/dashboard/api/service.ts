import { create } from 'zustand';
import type { Operation } from '#contract/operation.ts';
import type { CallOf } from '#contract/operations/offers.ts';
import type { getPriceHistory } from '#contract/operations/tokens.ts';
import type { getPositionsHistory } from '#contract/operations/wallets.ts';
import type { problemCodes } from '#contract/problem.ts';
import { HttpError, type RequestTarget } from './errors.ts';

interface Service {
  /** Host of the connected service; null: none, or not known yet. */
  readonly connectedTo: string | null;
  /** Operations that return 501, such as `PUT /x/thematics/{id}`, with the reason. */
  readonly notOffered: Readonly<Record<string, string>>;
}

const useService = create<Service>(() => ({ connectedTo: null, notOffered: {} }));

export const setService = (service: Service): void => useService.setState(service);

export const useConnectedTo = (): string | null => useService(({ connectedTo }) => connectedTo);

/** An operation without a path does not call the service. */
export type Callable = Pick<Operation, 'role'> & Partial<Pick<Operation, 'method' | 'path'>>;

export function useWhyNotOffered(): (operation: Callable) => string | null {
  const { notOffered } = useService();
  return (operation) => reasonOf(operation, notOffered);
}

/** Typed without importing the calls, so that a page loads only these texts. */
const pastDataCalls = {
  amounts: 'GET /x/users/{id}/positions/history/{historyType}' satisfies CallOf<
    typeof getPositionsHistory
  >,
  prices: 'GET /x/tokens/{id}/history/{historyType}' satisfies CallOf<typeof getPriceHistory>,
};

/** Reason why past amounts or prices are unknown, as the service states it; null if they are known. */
export const useWhyUnknown = (part: keyof typeof pastDataCalls): string | null =>
  useService(({ notOffered }) => notOffered[pastDataCalls[part]] ?? null);

function reasonOf({ method, path }: Callable, notOffered: Service['notOffered']): string | null {
  return notOffered[`${method} ${path}`] ?? null;
}

/** Rejects operations that the service does not offer, without a request. */
export function refuseNotOffered(operation: Operation, request: RequestTarget): void {
  const detail = reasonOf(operation, useService.getState().notOffered);
  if (detail === null) return;
  const code = 'not-offered';
  // A type import, because a page needs no other title.
  const [status, title] = [501, 'Not supported'] satisfies (typeof problemCodes)[typeof code];
  const problem = { type: `/p/docs#problem-${code}`, title, status, detail, code };
  const answer = { ...request, status, text: '', retryAfter: null };
  throw new HttpError(detail, { ...answer, problem: { ...problem, instance: request.url } });
}
