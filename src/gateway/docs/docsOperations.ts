import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import type { Operation } from '#contract/operation.ts';
import { implement, type Implementation } from '#platform/http/implement.ts';
import { describeService } from '../openapi/document.ts';
import { docsPage } from './page.ts';

const getDescription = {
  method: 'GET',
  path: '/p/openapi.json',
  answers: { 200: z.unknown() },
  cache: 'revalidate',
  problems: [],
  role: 'anyone',
} as const satisfies Operation;

const getDocs = {
  method: 'GET',
  path: '/p/docs',
  answers: { 200: z.unknown() },
  mediaType: 'text/html',
  problems: [],
  role: 'anyone',
} as const satisfies Operation;

const getDocsStyle = { ...getDocs, path: '/p/docs/style.css', mediaType: 'text/css' } as const;

const revalidated = { 'Cache-Control': 'no-cache' };

/** Operations for the API description as JSON and as a page. They do not describe themselves. */
export function docsOperations(version: string): Implementation[] {
  const document = describeService(version);
  const style = readFileSync(new URL('./style.css', import.meta.url), 'utf8');

  return [
    implement(getDescription, () => document),

    implement(getDocs, (_, c) =>
      c.html(docsPage(document, new URL(c.req.url).origin), 200, revalidated),
    ),

    implement(getDocsStyle, (_, c) =>
      c.body(style, 200, { ...revalidated, 'Content-Type': 'text/css; charset=utf-8' }),
    ),
  ];
}
