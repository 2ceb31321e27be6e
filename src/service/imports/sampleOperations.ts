import { putSamples } from '#contract/operations/samples.ts';
import { callOf } from '#platform/http/caller.ts';
import { requestPath } from '#platform/http/errors.ts';
import { implement, type Implementation } from '#platform/http/implement.ts';
import { importStream } from './importStream.ts';
import type { Dependencies } from '../portfolio/dependencies.ts';
import { replacedText, replaceSamples } from '../samples/replace.ts';

export function sampleOperations({ database, market, log }: Dependencies): Implementation[] {
  return [
    implement(putSamples, ({ body: { count } }, c) => {
      return importStream(
        async ({ begin, progress, signal }) => {
          begin();
          const report = (done: number) => {
            signal.throwIfAborted();
            progress('Creating sample users', done, count);
          };
          const replaced = await replaceSamples(
            database,
            market,
            { count, progress: report },
            (tx, done) =>
              callOf(c).recorder.change(tx, {
                changes: [{ field: 'sampleUsers', after: count }],
                details: { summary: [replacedText(done)] },
              }),
          );
          return [replacedText(replaced)];
        },
        { signal: c.req.raw.signal, instance: requestPath(c), log },
      );
    }),
  ];
}
