import type { Context } from 'hono';
import { pathOf } from '#contract/operation.ts';
import {
  createUser as createUserOperation,
  getUser,
  getUsers,
  putUser,
  updateUser,
} from '#contract/operations/users.ts';
import { maxPageSize } from '#contract/operations/paging.ts';
import type { User } from '#contract/user.ts';
import { authorOf, callOf, noteSubject } from '#platform/http/caller.ts';
import { checkIfMatch, mustBeNew } from '#platform/http/conditions.ts';
import { implement, Reply, type Implementation } from '#platform/http/implement.ts';
import { nextLink, readCursor } from '#platform/http/page.ts';
import { problem } from '#platform/http/problem.ts';
import { checkCustomId, readNewUser, readUpdate } from '#platform/http/userPatch.ts';
import { changeUser, createUser, newAttributes, type ShownUser } from './changeUser.ts';
import type { Dependencies } from './dependencies.ts';
import type { Lists } from './lists.ts';
import { createUserViews } from './userList.ts';
import { createUserFinder, readUsers, selectUser } from './userStore.ts';
import { userTag } from './userView.ts';

export function userOperations(dependencies: Dependencies, lists: Lists): Implementation[] {
  const { database, market } = dependencies;
  const { queries } = database;
  const findUser = createUserFinder(database);
  const views = createUserViews(market);
  const contextOf = (c: Context) => ({
    ...dependencies,
    author: authorOf(c),
    recorder: callOf(c).recorder,
  });

  return [
    implement(getUsers, async ({ query: { customId, limit, after } }, c) => {
      if (customId !== undefined) {
        const row = await selectUser(queries, customId);
        return row === undefined ? [] : [await views.one(queries, row)];
      }
      if (limit !== undefined || after !== undefined) {
        return userPage(new URL(c.req.url), limit ?? maxPageSize, readCursor(after));
      }
      return lists.open((changes) => views.list(queries, changes));
    }),

    implement(createUserOperation, async ({ body: { customId } }, c) => {
      noteSubject(c, { id: customId });
      checkCustomId(customId, '/customId');
      const empty = { attributes: {}, wallets: undefined };
      const created = await createUser(contextOf(c), customId, empty);
      if (!created.made && mustBeNew(c)) throw userExists(created);
      return new Reply(created.made ? 201 : 200, created.user, headersOf(created));
    }),

    implement(putUser, async ({ params: { id } }, c) => {
      checkCustomId(id, null);
      const { attributes, wallets } = await readNewUser(c);
      const created = await createUser(contextOf(c), id, {
        attributes: newAttributes(id, attributes, ['attributes']),
        wallets,
      });
      if (!created.made) throw userExists(created);
      return new Reply(201, created.user, headersOf(created));
    }),

    implement(getUser, async ({ params: { id } }) => {
      const row = await findUser(id);
      return new Reply(200, await views.one(queries, row), { ETag: userTag(row) });
    }),

    implement(updateUser, async ({ params: { id } }, c) => {
      const json = await readUpdate(c);
      const { user, tag } = await changeUser(contextOf(c), id, json, (current) => {
        checkIfMatch(c, current);
      });
      return new Reply(200, user, { ETag: tag });
    }),
  ];

  async function userPage(url: URL, limit: number, after: number): Promise<Reply<User[]>> {
    const rows = await readUsers(queries, after, limit + 1);
    const shown = rows.slice(0, limit);
    const users = await views.page(queries, shown);
    const last = shown.at(-1);
    const hasNext = rows.length > limit && last !== undefined;
    return new Reply(200, users, hasNext ? { Link: nextLink(url, limit, last.seq) } : {});
  }
}

const headersOf = ({ user: { customId }, tag }: ShownUser) => ({
  ETag: tag,
  Location: pathOf(getUser, { params: { id: customId } }),
});

const userExists = (shown: ShownUser) =>
  problem(
    'precondition-failed',
    `There is already a user with the customId ${JSON.stringify(shown.user.customId)}.`,
    { headers: headersOf(shown) },
  );
