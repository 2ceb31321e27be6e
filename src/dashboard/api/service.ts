import { create } from 'zustand';
import type { Operation } from '#contract/operation.ts';
import type { getDefinitions } from '#contract/operations/thematics.ts';
import type { getPriceHistory } from '#contract/operations/tokens.ts';
import type { getPositionsHistory } from '#contract/operations/wallets.ts';
import type { problemCodes } from '#contract/problem.ts';
import { HttpError, type Requested } from './errors.ts';

/** What the pages know of the service as a whole, once it has said so. */
interface Service {
  /** The operations that it answers 501, as `PUT /x/thematics/{id}`, each with the reason. */
  readonly notOffered: Readonly<Record<string, string>>;
}

const useService = create<Service>(() => ({ notOffered: {} }));

export const setService = (service: Service): void => useService.setState(service);

/** What tells an operation from others; one without a path is no operation of the service. */
export type Callable = Pick<Operation, 'role'> & Partial<Pick<Operation, 'method' | 'path'>>;

/** Why the service does not offer an operation; null where it does. */
export function useWhyNotOffered(): (operation: Callable) => string | null {
  const { notOffered } = useService();
  return (operation) => reasonOf(operation, notOffered);
}

type Call<O extends Operation> = Pick<O, 'method' | 'path'>;

/** The operations that answer what the past was made of; by their types alone, so that a page loads no more than these texts. */
const ofThePast = {
  amounts: {
    method: 'GET',
    path: '/x/users/{id}/positions/history/{historyType}',
  } satisfies Call<typeof getPositionsHistory>,
  definitions: {
    method: 'GET',
    path: '/x/thematics/{id}/definitions',
  } satisfies Call<typeof getDefinitions>,
  prices: {
    method: 'GET',
    path: '/x/tokens/{id}/history/{historyType}',
  } satisfies Call<typeof getPriceHistory>,
};

/** Why a part of the past is not known, in a sentence of the service; null: it is known. */
export const useWhyUnknown = (part: keyof typeof ofThePast): string | null =>
  useService(({ notOffered }) => reasonOf(ofThePast[part], notOffered));

function reasonOf(
  { method, path }: Pick<Callable, 'method' | 'path'>,
  notOffered: Service['notOffered'],
): string | null {
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
