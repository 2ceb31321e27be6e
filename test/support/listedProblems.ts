import type { Hono } from 'hono';
import { problemsOf, type Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations/operations.ts';
import { problemDetails, problemMediaType } from '#contract/problem.ts';

const all: readonly Operation[] = Object.values(operations);

/** Returns the operations that a request may call; empty if its path or method matches none, or its path is invalid. */
function meantBy({ method, url }: Request): Operation[] {
  const path = new URL(url).pathname;
  try {
    decodeURIComponent(path);
  } catch {
    return [];
  }
  return all.filter((operation) => {
    const pattern = operation.path.replaceAll(/\{\w+\}/g, '[^/]+');
    return operation.method === method && new RegExp(`^${pattern}$`).test(path);
  });
}

/** Makes an app fail if it answers with a problem that the contract does not list for the operation. */
export function onlyListedProblems(app: Hono): void {
  const { fetch } = app;
  app.fetch = async (request, ...rest) => {
    const response = await fetch(request, ...rest);
    const meant = meantBy(request);
    if (response.headers.get('content-type') !== problemMediaType || meant.length === 0) {
      return response;
    }
    const { code, detail } = problemDetails.parse(await response.clone().json());
    if (meant.some((operation) => problemsOf(operation).some((listed) => listed === code))) {
      return response;
    }
    throw new Error(
      `${request.method} ${request.url} answers ${code}, which its operation does not list: ${detail}`,
    );
  };
}
