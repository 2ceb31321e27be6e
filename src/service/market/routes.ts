import type { Context, Hono } from 'hono';
import { pricePush, resolutionNames, type Resolution } from '#contract/prices.ts';
import type { Dependencies } from '../dependencies.ts';
import { bodyLimits, checkBody, checkJsonType, parseJson, readBytes } from '../http/body.ts';
import { sendPrivate, sendTagged } from '../http/conditions.ts';
import { askedPath } from '../http/errors.ts';
import { resource } from '../http/resource.ts';
import { historyTypeOf } from '../history/routes.ts';
import { problem } from '../problem.ts';
import type { TokenPrices } from './book.ts';
import type { NamedBytes } from './csvRows.ts';
import { importStream } from './importStream.ts';
import { checkPush, readPushedCsv } from './push.ts';
import { findToken, priceHistory, tokensWithChange } from './tokens.ts';
import { createMarketWriter, storedMarket } from './writer.ts';

/** GET /x/tokens and /x/tokens/{id}/history/{type}; POST /x/prices and /x/import. */
export function marketRoutes(
  app: Hono,
  { database, market, clock, events, log }: Dependencies,
): void {
  const writer = createMarketWriter({ database, market, clock, events });

  resource(app, '/x/tokens', {
    GET: { handle: (c) => sendTagged(c, tokensWithChange(market)) },
  });

  resource(app, '/x/tokens/:id/history/:historyType', {
    GET: {
      handle: (c) => {
        const type = historyTypeOf(c);
        const { _id } = findToken(market, c.req.param('id') ?? '');
        return sendTagged(c, priceHistory(market, _id, type));
      },
    },
  });

  resource(app, '/x/prices', {
    POST: {
      query: ['step'],
      handle: async (c) => {
        storedMarket(market);
        return sendPrivate(c, await writer.push(await readPushed(c)));
      },
    },
  });

  resource(app, '/x/import', {
    POST: {
      query: ['replace'],
      sends: ['application/x-ndjson'],
      handle: async (c) => {
        const { files, replace } = await readForm(c);
        const body = importStream((progress) => writer.import(files, { replace, progress }), {
          instance: askedPath(c),
          log,
        });
        return c.body(body, 200, {
          'Content-Type': 'application/x-ndjson',
          'Cache-Control': 'no-store',
        });
      },
    },
  });

  async function readPushed(c: Context): Promise<TokenPrices[]> {
    const context = { market, now: clock() };
    const type = c.req.header('content-type') ?? '';
    if (/^(text\/csv|application\/gzip)\b/i.test(type)) {
      const bytes = await readBytes(c, bodyLimits.prices);
      return readPushedCsv(bytes, context, readStep(c.req.query('step')));
    }
    checkJsonType(c);
    const body = parseJson(await readBytes(c, bodyLimits.prices));
    return checkPush(checkBody(body, pricePush), context);
  }
}

function readStep(text: string | undefined): Resolution | undefined {
  if (text === undefined) return undefined;
  const step = resolutionNames.find((name) => name === text);
  if (step !== undefined) return step;
  throw problem(
    'invalid-query',
    `step is ${JSON.stringify(text)}; it is one of ${resolutionNames.join(', ')}.`,
  );
}

/** The files of a form; `replace` as a field or in the query. */
async function readForm(c: Context): Promise<{ files: NamedBytes[]; replace: boolean }> {
  const type = c.req.header('content-type') ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) {
    throw problem(
      'unsupported-media-type',
      'This call reads multipart/form-data with the files to import.',
    );
  }
  const bytes = await readBytes(c, bodyLimits.import);
  const form = await new Response(bytes, { headers: { 'content-type': type } })
    .formData()
    .catch(() => null);
  if (form === null) throw problem('invalid-body', 'The body is no whole multipart/form-data.');
  const files: NamedBytes[] = [];
  for (const part of form.values()) {
    if (typeof part !== 'string') files.push({ name: part.name, bytes: await part.bytes() });
  }
  return { files, replace: (form.get('replace') ?? c.req.query('replace')) === '1' };
}
