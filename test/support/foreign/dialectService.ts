import { Webhook } from 'standardwebhooks';
import { historyTypes, isHistoryType, type HistoryType } from '#contract/historyType.ts';
import { createWriter } from './createWriter.ts';
import type { Dialect } from './dialect.ts';
import type { TrueChange, TrueRecord, TrueUser, TrueWallet, Truth } from './truth.ts';
import { bodies, envelopes, errors, type ListKind, receipts, updates } from './writing.ts';
import { pageOf } from './writtenPages.ts';

export type Answer = (request: Request) => Promise<Response>;

interface Registered {
  readonly url: string;
  readonly type: string;
}

class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const pageSize: Record<Exclude<ListKind, 'history'>, number> = {
  users: 7,
  wallets: 2,
  thematics: 3,
  webhooks: 2,
};

export const foreignSecret = `whsec_${btoa('a secret of thirty-two bytes: 32')}`;

/**
 * Portfolio Service of another implementation: the 16 calls over a truth, in a dialect. Sends changes to its registered webhooks.
 * @param send delivers a message to a receiver.
 */
export function dialectService(
  dialect: Dialect,
  truth: Truth,
  send: (url: string, init: RequestInit) => Promise<unknown> = fetch,
): Answer {
  const write = createWriter(dialect);
  const webhooks: Registered[] = [];
  let sent = 0;

  const nameOf = (thematic: string) =>
    truth.thematics.find(({ id }) => id === thematic)?.name ?? thematic;
  const walletOf = (wallet: TrueWallet, user: TrueUser) =>
    write.wallet(wallet, user, nameOf(wallet.thematic));
  const userOf = (customId: string) => {
    const user = truth.user(customId);
    if (user === null) throw new Refusal(404, `Nobody here is called ${customId}.`);
    return user;
  };
  const thematicOf = (id: string) => {
    const thematic = truth.thematics.find((one) => one.id === id);
    if (thematic === undefined) throw new Refusal(404, `No thematic here is called ${id}.`);
    return thematic;
  };

  const sendJson = (content: unknown) => bodies[dialect.body](JSON.stringify(content));
  const sendOne = (name: string, content: unknown) => sendJson(write.one(name, content));

  function sendList<Item>(
    kind: keyof typeof pageSize,
    all: readonly Item[],
    writeOne: (item: Item) => unknown,
    url: URL,
  ): Response {
    const { page, fields, link } = pageOf(dialect.paging, all, pageSize[kind], url);
    const content = envelopes[dialect.list](kind, page.map(writeOne), fields, all.length);
    return withLink(sendJson(content), link);
  }

  function sendHistory(
    of: (type: HistoryType) => readonly TrueRecord[],
    type: string | undefined,
    url: URL,
  ) {
    const wanted = type === undefined ? null : typeOf(type);
    if (dialect.history === 'an object keyed by type') {
      const types = wanted === null ? historyTypes : [wanted];
      return sendJson(Object.fromEntries(types.map((one) => [one, write.history(of(one))])));
    }
    if (dialect.history === 'a list of `{ type, records }`') {
      return sendJson(historyTypes.map((one) => ({ type: one, records: write.history(of(one)) })));
    }
    const all = of(wanted ?? 'all');
    const { page, fields, link } = pageOf(dialect.historyPaging, all, recordsPerPage, url);
    const content = write.history(page);
    return withLink(
      sendJson(envelopes[dialect.history]('history', content, fields, all.length)),
      link,
    );
  }

  function sendThematics(url: URL): Response {
    const areBare = dialect.thematics === 'ids alone';
    return sendList(
      'thematics',
      truth.thematics,
      (one) => (areBare ? one.id : write.thematic(one)),
      url,
    );
  }

  function sendUsers(url: URL): Response {
    const { usersQuery } = dialect;
    if (usersQuery !== null && url.searchParams.get(usersQuery.name) !== usersQuery.value) {
      throw new Refusal(400, `Say who you are with ?${usersQuery.name}=.`);
    }
    const writeUser = (user: TrueUser) => {
      if (dialect.users === 'ids alone') return user.customId;
      const wallets = user.wallets.map((one) => walletOf(one, user));
      return write.user(user, dialect.users === 'users with wallets' ? wallets : null);
    };
    return sendList('users', truth.users(), writeUser, url);
  }

  function createUser({ customId }: Record<string, unknown>): Response {
    if (typeof customId !== 'string' || customId === '') throw new Refusal(400, 'Who is it?');
    if (truth.user(customId) !== null) throw new Refusal(409, `${customId} is taken.`);
    truth.createUser(customId);
    return receipts[dialect.receipt](201, write.one('user', write.user(userOf(customId), null)));
  }

  function updateUser(user: TrueUser, { json }: Record<string, unknown>): Response {
    if (typeof json !== 'string') throw new Refusal(400, 'json is no text.');
    const { name } = parsed(json);
    if (name === 'forbidden') throw new Refusal(422, 'The name "forbidden" is reserved.');
    truth.setAttributes(user.customId, updates[dialect.update](user.attributes, parsed(json)));
    const now = write.user(userOf(user.customId), null);
    return receipts[dialect.receipt](200, write.one('user', now));
  }

  const written = ({ url, type }: Registered) => ({
    [write.id]: `hook of ${url} for ${type}`,
    url,
    type,
  });

  function changeWebhooks(method: string, { url, type }: Record<string, unknown>): Response {
    if (typeof url !== 'string' || typeof type !== 'string') {
      throw new Refusal(400, 'A webhook has a url and a type.');
    }
    const index = webhooks.findIndex((one) => one.url === url && one.type === type);
    if (method === 'DELETE') {
      if (index === -1) throw new Refusal(404, `Nothing goes to ${url}.`);
      webhooks.splice(index, 1);
      return receipts[dialect.receipt](200, {});
    }
    const { types, message } = dialect.webhook;
    if (types !== null && !types.includes(type)) {
      throw new Refusal(422, `${type} is no type of ours: ${types.join(', ')}.`);
    }
    if (index === -1) webhooks.push({ url, type });
    const secret = message === 'signed as Standard Webhooks' ? { secret: foreignSecret } : {};
    return receipts[dialect.receipt](201, { ...written({ url, type }), ...secret });
  }

  function publish({ type, customId, thematic }: TrueChange): void {
    const isOwn = dialect.webhook.message === 'unsigned, with its own types';
    const ownType = thematic === null ? 'user.changed' : 'portfolio.changed';
    const sentType = isOwn ? ownType : type;
    const at = new Date();
    const content = isOwn
      ? { event: ownType, payload: { customer: customId } }
      : { type, timestamp: at.toISOString(), data: { user: customId, thematics: thematic } };
    const body = JSON.stringify(content);
    for (const webhook of webhooks) {
      if (webhook.type !== '*' && webhook.type !== sentType) continue;
      sent += 1;
      const id = `msg_${sent}`;
      const signature = new Webhook(foreignSecret).sign(id, at, body);
      const signed = {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': signature,
      };
      const isSigned = dialect.webhook.message === 'signed as Standard Webhooks';
      const headers = { 'content-type': 'application/json', ...(isSigned ? signed : {}) };
      // A failed delivery is not retried.
      void send(webhook.url, { method: 'POST', headers, body }).catch(() => undefined);
    }
  }
  truth.follow(publish);

  /** Answers a request by the parts of its path after `/p`. */
  function respond(
    method: string,
    [resource, id, ...rest]: readonly string[],
    url: URL,
    body: Record<string, unknown>,
  ): Response {
    const [first, thematic, third, fourth] = rest;
    const call = [method, resource, id === undefined ? null : '{id}', first].filter(Boolean);
    switch (call.join(' ')) {
      case 'GET users':
        return sendUsers(url);
      case 'PUT users':
        return createUser(body);
      case 'GET users {id}':
        return sendOne('user', write.user(userOf(id ?? ''), null));
      case 'POST users {id}':
        return updateUser(userOf(id ?? ''), body);
      case 'GET thematics':
        return sendThematics(url);
      case 'GET thematics {id}':
        return sendOne('thematic', write.thematic(thematicOf(id ?? '')));
      case 'GET thematics {id} history':
        return sendHistory((type) => truth.levelsOf(thematicOf(id ?? '').id, type), thematic, url);
      case 'GET webhook':
        return sendList('webhooks', webhooks, written, url);
      case 'PUT webhook':
      case 'DELETE webhook':
        return changeWebhooks(method, body);
      case 'GET users {id} wallets': {
        const user = userOf(id ?? '');
        if (rest.length === 1) {
          return sendList('wallets', user.wallets, (one) => walletOf(one, user), url);
        }
        if (thematic === 'history') {
          return sendHistory((type) => truth.historyOf(user.customId, type), third, url);
        }
        if (thematic === 'thematics' && fourth === 'history') {
          const { id: wanted } = thematicOf(third ?? '');
          return sendHistory((type) => truth.historyOf(user.customId, type, wanted), rest[4], url);
        }
      }
    }
    throw new Refusal(404, `There is no ${method} ${url.pathname} here.`);
  }

  return async (request) => {
    const url = new URL(request.url);
    try {
      const base = `${dialect.prefix}/p/`;
      if (!url.pathname.startsWith(base)) throw new Refusal(404, 'Nothing is here.');
      const parts = url.pathname.slice(base.length).split('/').map(decodeURIComponent);
      const body = request.method === 'GET' ? {} : parsed(await request.text());
      return respond(request.method, parts, url, body);
    } catch (error) {
      if (error instanceof Refusal) return errors[dialect.error](error.status, error.message);
      if (error instanceof URIError) return errors[dialect.error](400, error.message);
      throw error;
    }
  };
}

const recordsPerPage = 100;

function withLink(response: Response, link: string | null): Response {
  if (link !== null) response.headers.set('link', link);
  return response;
}

function typeOf(text: string): HistoryType {
  if (!isHistoryType(text)) throw new Refusal(400, `${text} is no period of ours.`);
  return text;
}

function parsed(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal(400, 'That is no JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal(400, 'That is no object.');
  }
  return { ...value };
}
