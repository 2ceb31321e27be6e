import { afterAll, afterEach, beforeAll } from 'vitest';
import { responseNotesHeader, parseResponseNotes } from '#contract/responseNotes.ts';
import type { Database } from '#platform/database/database.ts';
import { createConnected, type Connected } from '../support/connectedService.ts';
import { openFromTemplate } from '../support/embeddedTemplate.ts';

/** How an answer was read. */
export const readingOn = (answer: Response) =>
  parseResponseNotes(answer.headers.get(responseNotesHeader));

/** In front of a service that answers these paths with JSON, undefined with 404; an error is thrown. */
type InFrontOf = (answers: Readonly<Record<string, unknown>>) => Connected;

/** Connected mode for the tests of a file, which have a clock together. */
export function answering(clock: { now: number }): InFrontOf {
  let database: Database;
  const opened: Connected[] = [];
  beforeAll(async () => {
    database = await openFromTemplate();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()));
  });
  afterAll(() => database.close());

  return (answers) => {
    const one = createConnected({
      database,
      clock,
      async answer(request) {
        const { pathname, search } = new URL(request.url);
        const json = answers[decodeURIComponent(pathname) + search];
        if (json instanceof Error) throw json;
        return json === undefined ? Response.json({}, { status: 404 }) : Response.json(json);
      },
    });
    opened.push(one);
    return one;
  };
}
