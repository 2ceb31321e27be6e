import { beyondRoutes } from './routes/beyond.ts';
import type { Method, Route } from './routes/route.ts';
import { thematicRoutes } from './routes/thematics.ts';
import { userRoutes } from './routes/users.ts';
import { walletRoutes } from './routes/wallets.ts';
import { webhookRoutes } from './routes/webhooks.ts';
import { workbenchRoutes } from './routes/workbench.ts';

const ofTheInterface: readonly Route[] = [
  ...userRoutes,
  ...walletRoutes,
  ...thematicRoutes,
  ...webhookRoutes,
];

/** Every call: the 16 of the interface, then those beyond it. */
export const routes: readonly Route[] = [...ofTheInterface, ...beyondRoutes, ...workbenchRoutes];

/** The method–path pairs of the interface itself. */
export const interfaceRoutes: readonly (readonly [method: Method, path: string])[] =
  ofTheInterface.map(({ method, path }) => [method, path] as const);
