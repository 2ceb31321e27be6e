import type { APIResponse, Route } from 'playwright-core';

/** Reads what the service answers. The service may close an idle connection just when the request is sent on it. */
export const realAnswer = (route: Route): Promise<APIResponse> => route.fetch({ maxRetries: 3 });
