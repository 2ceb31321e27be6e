import type { Hono } from 'hono';
import * as z from 'zod/mini';
import { paths } from '#contract/paths.ts';
import { customIdFault, userCreation, userUpdate } from '#contract/user.ts';
import type { Dependencies } from '../dependencies.ts';
import { bodyLimits, checkBody, readJson } from '../http/body.ts';
import { checkIfMatch, mustBeNew, sendPrivate } from '../http/conditions.ts';
import { nextLink, readPage, type Page } from '../http/page.ts';
import { resource } from '../http/resource.ts';
import { jsonArrayStream } from '../http/stream.ts';
import { isObject } from './patch.ts';
import { problem } from '../problem.ts';
import { pricesAt } from '../wallets/value.ts';
import { changeUser, createUser } from './change.ts';
import { listedUser, listUsers, readUserWallets, showUser } from './list.ts';
import { findUser, readUsers, selectUser } from './store.ts';
import { userTag } from './view.ts';

/** GET and PUT /p/users, GET and POST /p/users/{id}. */
export function userRoutes(app: Hono, dependencies: Dependencies): void {
  const { database, market } = dependencies;
  const { queries } = database;

  resource(app, '/p/users', {
    GET: {
      // The interface gives this parameter no name: ours is customId.
      query: ['customId', 'limit', 'after'],
      handle: async (c) => {
        const url = new URL(c.req.url);
        const customId = url.searchParams.get('customId');
        const page = readPage(url.searchParams);
        if (customId !== null) return sendPrivate(c, await exactUser(customId));
        if (page !== null) return sendUserPage(url, page);
        const body = await jsonArrayStream(listUsers(queries, market));
        return c.body(body, 200, {
          'Content-Type': 'application/json',
          'Cache-Control': 'no-store',
        });
      },
    },
    PUT: {
      handle: async (c) => {
        const { customId } = await readJson(c, userCreation);
        const fault = customIdFault(customId);
        if (fault !== null) {
          throw problem('invalid-custom-id', `The customId ${fault}.`, {
            errors: [{ pointer: '/customId', detail: fault }],
          });
        }
        const { user, tag, made } = await createUser(dependencies, customId);
        const headers = { ETag: tag, Location: paths.user(customId) };
        if (!made && mustBeNew(c)) {
          throw problem(
            'precondition-failed',
            `There is already a user with the customId ${JSON.stringify(customId)}.`,
            { headers },
          );
        }
        return sendPrivate(c, user, made ? 201 : 200, headers);
      },
    },
  });

  resource(app, '/p/users/:id', {
    GET: {
      handle: async (c) => {
        const row = await findUser(queries, c.req.param('id') ?? '');
        return sendPrivate(c, await showUser(queries, market, row), 200, { ETag: userTag(row) });
      },
    },
    POST: {
      handle: async (c) => {
        const body = await readJson(c, z.unknown(), bodyLimits.user);
        if (isObject(body) && 'json' in body && typeof body['json'] !== 'string') {
          throw problem(
            'json-not-string',
            'json is the text of a JSON object, not the object itself: {"json": "{\\"name\\": \\"Ada\\"}"}.',
            { errors: [{ pointer: '/json', detail: 'is not a text' }] },
          );
        }
        const { json } = checkBody(body, userUpdate);
        const { user, tag } = await changeUser(
          dependencies,
          c.req.param('id') ?? '',
          json,
          (current) => {
            checkIfMatch(c, current);
          },
        );
        return sendPrivate(c, user, 200, { ETag: tag });
      },
    },
  });

  async function exactUser(customId: string) {
    const row = await selectUser(queries, customId);
    return row === undefined ? [] : [await showUser(queries, market, row)];
  }

  async function sendUserPage(url: URL, { limit, after }: Page): Promise<Response> {
    const rows = await readUsers(queries, after, limit + 1);
    const shown = rows.slice(0, limit);
    const prices = pricesAt(market, market.asOf());
    const users = (await readUserWallets(queries, shown, prices.at)).map((entry) =>
      listedUser(entry, prices),
    );
    const last = shown.at(-1);
    return Response.json(users, {
      headers: {
        'Cache-Control': 'no-store',
        ...(rows.length > limit && last !== undefined
          ? { Link: nextLink(url, limit, last.seq) }
          : {}),
      },
    });
  }
}
