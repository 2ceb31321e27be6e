import { checkUpstream } from '#contract/operations/upstream.ts';
import { callOf } from '#platform/http/caller.ts';
import { requestPath, type Log } from '#platform/http/errors.ts';
import { implement, type Implementation } from '#platform/http/implement.ts';
import { jsonLinesStream } from '#platform/http/stream.ts';
import { checkService, type CheckOptions } from './checkService.ts';

interface CheckDependencies extends Pick<CheckOptions, 'source' | 'clock'> {
  readonly url: string;
  readonly log: Log;
}

/** Streams the check of the connected service. It ends if the client disconnects. */
export function checkAnswers({ url, source, clock, log }: CheckDependencies): Implementation[] {
  const service = new URL(url).origin;
  return [
    implement(checkUpstream, async ({ query }, c) => {
      if (query.writes === '1') await callOf(c).recorder.start();
      const lines = checkService({ source, service, clock, hasWrites: query.writes === '1' });
      const failure = 'The check of the connected service failed';
      return jsonLinesStream(lines, { instance: requestPath(c), log, failure });
    }),
  ];
}
