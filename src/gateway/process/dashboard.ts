import type { IncomingMessage, ServerResponse } from 'node:http';
import { developmentHeaders } from '../http/security.ts';
import { codeOf, Refusal } from '../config/refusal.ts';
import { readStaticFiles, type StaticFiles } from '../static/staticFiles.ts';
import { buildDashboard } from './build.ts';
import type { Listening } from './listen.ts';

export interface Dashboard {
  /** Files that the gateway sends; null: something in front of it does. */
  readonly files: StaticFiles | null;
  close(): Promise<void>;
}

export type OpenDashboard = (
  listening: Listening,
  print: (line: string) => void,
) => Promise<Dashboard>;

export function builtDashboard(root: string, folder: string): OpenDashboard {
  return async (_, print) => {
    await buildDashboard(root, folder, print);
    return { files: await readStaticFiles(folder), close: async () => {} };
  };
}

async function importVite() {
  try {
    return await import('vite');
  } catch (error) {
    if (codeOf(error) !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Refusal(
      'Vite, which serves the dashboard from source, is not installed. Run npm ci (without --omit=dev).',
    );
  }
}

/** Serves the dashboard from its sources, through Vite's dev server in front of the gateway on the same port. */
export function liveDashboard(root: string): OpenDashboard {
  return async (listening) => {
    const { createServer } = await importVite();
    const vite = await createServer({
      root,
      appType: 'spa',
      // Loads the config in place: Vite's copy of it would make `node --watch` restart endlessly.
      configLoader: 'native',
      server: { middlewareMode: { server: listening.server }, ws: { server: listening.server } },
    });
    listening.before((incoming: IncomingMessage, outgoing: ServerResponse, next) => {
      if (/^\/+(p|x)([/?]|$)/.test(incoming.url ?? '')) {
        next();
        return;
      }
      for (const [name, value] of Object.entries(developmentHeaders))
        outgoing.setHeader(name, value);
      vite.middlewares(incoming, outgoing, next);
    });
    return { files: null, close: () => vite.close() };
  };
}
