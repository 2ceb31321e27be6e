import { mebibyte } from '#contract/bytes.ts';
import { isHistoryType } from '#contract/historyType.ts';
import { isObject } from '#contract/mergePatch.ts';
import type { Operation } from '#contract/operation.ts';
import * as thematics from '#contract/operations/thematics.ts';
import { getRawAnswer } from '#contract/operations/upstream.ts';
import * as users from '#contract/operations/users.ts';
import * as wallets from '#contract/operations/wallets.ts';
import * as webhooks from '#contract/operations/webhooks.ts';
import { responseNotesHeader, responseNotesText } from '#contract/responseNotes.ts';
import { callOf } from '#platform/http/caller.ts';
import { thematicNotFound, userNotFound } from '#platform/http/notFound.ts';
import { implement, type Implementation } from '#platform/http/implement.ts';
import { problem, type Problem } from '#platform/http/problem.ts';
import { withoutAddresses } from '#platform/http/webhookAddress.ts';
import { withoutHookSecret } from '../source/scrub.ts';
import { isFolder } from './known.ts';
import type { ConnectedService } from './reader.ts';

const readable = Object.values<Operation>({ ...users, ...wallets, ...thematics, ...webhooks })
  .filter(({ method, path }) => method === 'GET' && path.startsWith('/p/'))
  .map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/?#]+)')}$`),
  }));

/** Returns the connected service's answers unparsed, so that people can look up unreadable parts. */
export function rawAnswers({ source }: ConnectedService): Implementation[] {
  return [
    implement(getRawAnswer, async ({ query: { path } }, c) => {
      const { operation, canonical, notFound } = callAt(path);
      const { role } = callOf(c).caller;
      const answer = await source.read(canonical, { priority: 'person', notFound });
      const isHidden = operation === webhooks.getWebhooks && role !== 'admin';
      const text = withoutHookSecret(isHidden ? withoutSecrets(answer.json) : answer.text);
      const { readAt, stale } = answer;
      return c.body(text.slice(0, mebibyte), 200, {
        // A truncated text is not JSON.
        'Content-Type': `${text.length > mebibyte ? 'text/plain' : 'application/json'}; charset=utf-8`,
        'Cache-Control': 'no-store',
        [responseNotesHeader]: responseNotesText({
          readAt,
          stale,
          unread: [],
          notes: [],
          raw: canonical,
        }),
      });
    }),
  ];
}

interface RawCall {
  readonly operation: Operation;
  readonly canonical: string;
  readonly notFound: () => Problem;
}

/** Returns the call of a path; throws 400 if there is none. */
function callAt(path: string): RawCall {
  for (const { operation, pattern } of readable) {
    const match = pattern.exec(path);
    const params = match === null ? null : decoded(match.groups ?? {});
    if (params === null || Object.values(params).some(isFolder)) continue;
    const { historyType, id = '' } = params;
    if (historyType !== undefined && !isHistoryType(historyType)) continue;
    const canonical = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(params[name] ?? ''),
    );
    const isOfThematic = operation.path.startsWith(thematics.getThematics.path);
    const notFound = () => (isOfThematic ? thematicNotFound(id) : userNotFound(id));
    return { operation, canonical, notFound };
  }
  throw problem(
    'invalid-query',
    `path is ${JSON.stringify(path)}; it must be the path of a GET operation of the interface, such as /p/users, without a query.`,
  );
}

function decoded(groups: Readonly<Record<string, string>>): Record<string, string> | null {
  try {
    return Object.fromEntries(
      Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
  } catch {
    return null;
  }
}

const secretNames = /secret|token|password|signature|authorization|credential|key$/i;

/** Returns the list of webhooks without secrets and without the queries of addresses. */
function withoutSecrets(json: unknown): string {
  const text = JSON.stringify(json, function hide(this: unknown, name, value: unknown) {
    return isObject(this) && secretNames.test(name) && value !== null ? '…' : value;
  });
  return withoutAddresses(text);
}
