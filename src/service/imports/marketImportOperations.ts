import type { Context } from 'hono';
import { importFiles, pushPrices } from '#contract/operations/prices.ts';
import type { Resolution } from '#contract/prices.ts';
import type { Dependencies } from '../portfolio/dependencies.ts';
import { bodyOf, checkBody, checkJsonType, parseJson, readBytes } from '#platform/http/body.ts';
import { callOf } from '#platform/http/caller.ts';
import { requestPath } from '#platform/http/errors.ts';
import { implement, type Implementation } from '#platform/http/implement.ts';
import type { TokenPrices } from '../prices/book.ts';
import { readImportForm } from './importForm.ts';
import { importStream } from './importStream.ts';
import { checkPush, readPushedCsv } from './push.ts';
import { createMarketWriter, storedMarket } from './writer.ts';

export function marketImportOperations({
  database,
  market,
  clock,
  events,
  log,
}: Dependencies): Implementation[] {
  const writer = createMarketWriter({ database, market, clock, events });

  return [
    implement(pushPrices, async ({ query: { step } }, c) => {
      storedMarket(market);
      return writer.push(await readPushed(c, step), (tx, { received, changed }) =>
        callOf(c).recorder.change(tx, {
          changes: [
            { field: 'pricesReceived', after: received },
            { field: 'pricesChanged', after: changed },
          ],
        }),
      );
    }),

    implement(importFiles, ({ query }, c) =>
      importStream(
        async ({ begin, progress, signal }) => {
          const { files, replace } = readImportForm(bodyOf(c, importFiles.body.limit), {
            contentType: c.req.header('content-type') ?? '',
            replace: query.replace === '1',
            signal,
          });
          return writer.import(files, {
            replace,
            progress,
            onChecked: begin,
            record: (tx, summary) => callOf(c).recorder.change(tx, { details: { summary } }),
            signal,
          });
        },
        { signal: c.req.raw.signal, instance: requestPath(c), log },
      ),
    ),
  ];

  async function readPushed(c: Context, step: Resolution | undefined): Promise<TokenPrices[]> {
    const context = { market, now: clock() };
    const { limit, schema } = pushPrices.body;
    const type = c.req.header('content-type') ?? '';
    if (/^(text\/csv|application\/gzip)\b/i.test(type)) {
      return readPushedCsv(await readBytes(c, limit), context, step);
    }
    checkJsonType(c);
    return checkPush(checkBody(parseJson(await readBytes(c, limit)), schema), context);
  }
}
