import { readFileSync } from 'node:fs';
import type { Hono } from 'hono';
import { resource } from '#service/http/resource.ts';
import { sendTagged } from '#service/http/conditions.ts';
import { describeService } from '../openapi/document.ts';
import { docsPage } from './page.ts';

const revalidated = { 'Cache-Control': 'no-cache' };

/** GET /p/openapi.json, and the same to read at /p/docs. */
export function docsRoutes(app: Hono, version: string): void {
  const document = describeService(version);
  const style = readFileSync(new URL('./style.css', import.meta.url), 'utf8');

  resource(app, '/p/openapi.json', {
    GET: { handle: (c) => sendTagged(c, document) },
  });

  resource(app, '/p/docs', {
    GET: {
      sends: ['text/html'],
      handle: (c) => c.html(docsPage(document, new URL(c.req.url).origin), 200, revalidated),
    },
  });

  resource(app, '/p/docs/style.css', {
    GET: {
      sends: ['text/css'],
      handle: (c) =>
        c.body(style, 200, { ...revalidated, 'Content-Type': 'text/css; charset=utf-8' }),
    },
  });
}
