import type { ChangingOperation } from '#gateway/audit/rules.ts';
import type { Database } from '#platform/database/database.ts';
import { endpoints } from '#platform/database/schema/webhooks.ts';
import { pauseDeliveries } from '#service/webhooks/delivery/pause.ts';
import { origin } from '../access/accessGateway.ts';

export interface ChangeRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: BodyInit | object;
  readonly headers?: Record<string, string>;
}

/** A call, and the number of commits after which its process is killed. */
type Killed = readonly [commits: number, request: () => Promise<ChangeRequest> | ChangeRequest];

interface Called {
  readonly send: (request: ChangeRequest) => Promise<Response>;
  readonly database: () => Database;
  readonly now: () => number;
}

const weights = (...tokens: string[]) =>
  tokens.map((token) => ({ token, weight: 1 / tokens.length }));
const csv = { 'content-type': 'text/csv' };

/** Every call that changes something, in an order in which each succeeds; or why it is not among those tested. */
export function changingCalls({
  send,
  database,
  now,
}: Called): Readonly<Record<ChangingOperation, Killed | string>> {
  async function answerOf(request: ChangeRequest): Promise<Record<string, string>> {
    const response = await send(request);
    const text = await response.text();
    if (!response.ok) throw new Error(`${request.method} ${request.path}: ${text}`);
    return JSON.parse(text);
  }
  const first = async (path: string, key = '_id') => {
    const [one]: Record<string, string>[] = await (await send({ method: 'GET', path })).json();
    return one?.[key] ?? '';
  };
  const endpoint = async (rest = '') =>
    `/x/webhooks/endpoints/${await first('/x/webhooks/endpoints')}${rest}`;
  const hook = { url: 'http://127.0.0.1:9/hook', type: 'user.created' };
  async function signedIn(): Promise<Record<string, string>> {
    const created = await answerOf({
      method: 'POST',
      path: '/x/keys',
      body: { name: 'Eve', role: 'admin' },
    });
    const response = await send({
      method: 'POST',
      path: '/x/session',
      body: { key: created['key'] },
      headers: { origin, authorization: '' },
    });
    return {
      authorization: '',
      origin,
      cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '',
    };
  }

  return {
    createUser: [1, () => ({ method: 'PUT', path: '/p/users', body: { customId: 'a' } })],
    putUser: [1, () => ({ method: 'PUT', path: '/x/users/b', body: { attributes: { x: 1 } } })],
    updateUser: [1, () => ({ method: 'POST', path: '/p/users/a', body: { json: '{"x":1}' } })],
    putView: [
      1,
      () => ({ method: 'PUT', path: '/x/views/v', body: { name: 'V', address: '/users' } }),
    ],
    deleteView: [1, () => ({ method: 'DELETE', path: '/x/views/v' })],
    putWebhook: [1, () => ({ method: 'PUT', path: '/p/webhook', body: hook })],
    disableEndpoint: [1, async () => ({ method: 'POST', path: await endpoint('/disable') })],
    enableEndpoint: [1, async () => ({ method: 'POST', path: await endpoint('/enable') })],
    tryEndpoint: [
      1,
      async () => {
        await database()
          .queries.update(endpoints)
          .set({ status: 'paused', probeAt: now() + 9e6, probeDelay: 1000 });
        return { method: 'POST', path: await endpoint('/try') };
      },
    ],
    rotateEndpointSecret: [1, async () => ({ method: 'POST', path: await endpoint('/secret') })],
    testEndpoint: [
      1,
      async () => ({
        method: 'POST',
        path: await endpoint('/test'),
        body: { type: 'user.created' },
      }),
    ],
    redeliverDelivery: [
      1,
      async () => ({
        method: 'POST',
        path: `/x/webhooks/deliveries/${await first('/x/webhooks/deliveries')}/redeliver`,
      }),
    ],
    recoverEndpoint: [
      1,
      async () => ({
        method: 'POST',
        path: await endpoint('/recover'),
        body: { since: '2026-01-01T00:00:00Z' },
      }),
    ],
    deleteRecovery: [
      1,
      async () => {
        const since = { since: '2026-01-01T00:00:00Z' };
        const made = await answerOf({
          method: 'POST',
          path: await endpoint('/recover'),
          body: since,
        });
        return { method: 'DELETE', path: `/x/webhooks/recoveries/${made['_id']}` };
      },
    ],
    removeWebhook: [1, () => ({ method: 'DELETE', path: '/p/webhook', body: hook })],
    createKey: [
      1,
      () => ({ method: 'POST', path: '/x/keys', body: { name: 'Bo', role: 'analyst' } }),
    ],
    revokeKey: [1, async () => ({ method: 'DELETE', path: `/x/keys/${await first('/x/keys')}` })],
    deleteSession: [
      1,
      async () => ({ method: 'DELETE', path: '/x/session', headers: await signedIn() }),
    ],
    deleteSessions: [
      1,
      async () => ({ method: 'DELETE', path: '/x/sessions', headers: await signedIn() }),
    ],
    endSession: [
      1,
      async () => {
        await signedIn();
        return { method: 'DELETE', path: `/x/sessions/${await first('/x/sessions')}` };
      },
    ],
    // The first commit is the entry before it.
    importUsers: [
      2,
      () => ({
        method: 'POST',
        path: '/x/users/import',
        body: 'customId,tier\nc,x\n',
        headers: csv,
      }),
    ],
    changeAttributes: [
      2,
      () => ({
        method: 'POST',
        path: '/x/users/attributes',
        body: '{"customId":"a","attributes":{"x":2}}\n',
        headers: { 'content-type': 'application/x-ndjson' },
      }),
    ],
    undoImport: [
      2,
      async () => ({
        method: 'POST',
        path: `/x/users/import/${await first('/x/users/imports', 'id')}/undo`,
      }),
    ],
    putSamples: [1, () => ({ method: 'PUT', path: '/x/samples', body: { count: 2 } })],
    importFiles: [
      1,
      () => {
        const body = new FormData();
        body.set(
          'file',
          new File(['time,BTC,ETH\n2025-06-15,2,20\n2025-06-16,3,30\n'], 'daily.csv'),
        );
        return { method: 'POST', path: '/x/import?replace=1', body };
      },
    ],
    pushPrices: [
      1,
      () => ({
        method: 'POST',
        path: '/x/prices',
        body: { step: '5m', prices: [{ token: 'BTC', at: '2025-06-17T00:05:00Z', price: 4 }] },
      }),
    ],
    putThematic: [
      1,
      () => ({
        method: 'PUT',
        path: '/x/thematics/t',
        body: { name: 'T', tokens: weights('BTC', 'ETH') },
      }),
    ],
    deleteDefinition: [
      1,
      async () => {
        const from = '2025-06-17T00:00:00.000Z';
        const body = { name: 'T', tokens: weights('BTC'), from };
        await answerOf({ method: 'PUT', path: '/x/thematics/t', body });
        return { method: 'DELETE', path: `/x/thematics/t/definitions/${encodeURIComponent(from)}` };
      },
    ],
    resumeDeliveries: [
      1,
      async () => {
        await database().transaction((tx) => pauseDeliveries(tx, new Date(0)));
        return { method: 'POST', path: '/x/restore/resume' };
      },
    ],
    restoreBackup: [
      1,
      async () => {
        const backup = await (await send({ method: 'GET', path: '/x/backup' })).arrayBuffer();
        await send({ method: 'PUT', path: '/p/users', body: { customId: 'later' } });
        return {
          method: 'POST',
          path: '/x/restore?replace=1',
          body: backup,
          headers: { 'content-type': 'application/gzip' },
        };
      },
    ],
    createSession: 'a sign-in',
    putInspector: 'in memory',
    deleteInspected: 'in memory',
    registerHook: 'connected',
    unregisterHook: 'connected',
    resumeReading: 'connected',
    cancelReading: 'connected',
    checkUpstream: 'connected',
    previewDefinition: 'changes nothing',
    verifySignature: 'changes nothing',
    receiveMessage: 'not recorded',
    receiveHint: 'not recorded',
    createSelection: 'not recorded',
  };
}
