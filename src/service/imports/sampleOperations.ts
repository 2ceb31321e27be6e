import { putSamples } from '#contract/operations/samples.ts';
import { noteChanges } from '#platform/http/caller.ts';
import { requestPath } from '#platform/http/errors.ts';
import { implement, type Implementation } from '#platform/http/implement.ts';
import { importStream } from './importStream.ts';
import type { Dependencies } from '../portfolio/dependencies.ts';
import { replacedText, replaceSamples } from '../samples/replace.ts';

export function sampleOperations({ database, market, log }: Dependencies): Implementation[] {
  return [
    implement(putSamples, ({ body: { count } }, c) => {
      noteChanges(c, [{ field: 'sampleUsers', after: count }]);
      return importStream(
        async ({ begin, progress, signal }) => {
          begin();
          const report = (done: number) => {
            signal.throwIfAborted();
            progress('Creating sample users', done, count);
          };
          return [
            replacedText(await replaceSamples(database, market, { count, progress: report })),
          ];
        },
        { signal: c.req.raw.signal, instance: requestPath(c), log },
      );
    }),
  ];
}
