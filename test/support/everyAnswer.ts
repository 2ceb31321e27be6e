import * as z from 'zod/mini';
import { historyTypes } from '#contract/historyType.ts';
import { operations, type OperationName } from '#contract/operations/operations.ts';
import { requiredQuery } from './requiredQuery.ts';

/** Operations that depend on the process or the caller, not on its store. */
const ofTheProcess: readonly OperationName[] = [
  'getLive',
  'getHealth',
  'getLiveness',
  'getReadiness',
  'getMetrics',
  'getSession',
  'getSessions',
  'getInspector',
  'getBackup',
  // Reads that are recorded themselves.
  'getAudit',
  'getChanges',
  'verifyAudit',
  // Operations of connected mode.
  'getUpstream',
  'getRawAnswer',
  // Sign-in pages.
  'beginProviderSignIn',
  'finishProviderSignIn',
];

/** Operations that require the thematic of a wallet. */
const ofAWallet: readonly OperationName[] = ['getAttribution', 'getWalletRebalance'];

const ided = z.array(z.looseObject({ _id: z.string(), customId: z.optional(z.string()) }));

/** The activity of an endpoint counts back from now, and a restored store pauses its deliveries. */
const ofNow = /"at":"[^"]*",(?="delivered")|"deliveriesPausedSince":("[^"]*"|null)/g;

/**
 * Returns the answer of every call that reads the store, for all its content, at present and as of an instant, byte by byte, by
 * path.
 */
export async function everyAnswer(url: string, asOf: string): Promise<Map<string, string>> {
  const get = async (path: string) => {
    const response = await fetch(url + path);
    return { status: response.status, text: await response.text() };
  };
  const idsAt = async (path: string) =>
    z.parse(ided, JSON.parse((await get(path)).text)).map(({ _id, customId }) => customId ?? _id);
  const thematics = await idsAt('/p/thematics');
  const ids: Readonly<Record<string, readonly string[]>> = {
    users: await idsAt('/p/users'),
    thematics,
    tokens: await idsAt('/x/tokens'),
    endpoints: await idsAt('/x/webhooks/endpoints'),
    deliveries: await idsAt('/x/webhooks/deliveries'),
    recoveries: [],
    views: [],
  };
  const answers = new Map<string, string>();
  for (const name of Object.keys(operations).filter(isName)) {
    const operation = operations[name];
    const { method, path } = operation;
    if (method !== 'GET' || ofTheProcess.includes(name)) continue;
    const wallets = ofAWallet.includes(name)
      ? thematics.map((id) => `thematic=${encodeURIComponent(id)}`)
      : [requiredQuery(name).slice(1)];
    const instants =
      'query' in operation && 'asOf' in operation.query ? ['', `asOf=${asOf}`] : [''];
    const queries = wallets.flatMap((wallet) =>
      instants.map((instant) => [wallet, instant].filter(Boolean).join('&')),
    );
    const paths = pathsOf(path, ids).flatMap((one) =>
      queries.map((query) => (query === '' ? one : `${one}?${query}`)),
    );
    for (const filled of paths) {
      const { status, text } = await get(filled);
      answers.set(filled, `${status} ${text.replaceAll(ofNow, '')}`);
    }
  }
  return answers;
}

const isName = (name: string): name is OperationName => name in operations;

function pathsOf(path: string, ids: Readonly<Record<string, readonly string[]>>): string[] {
  const [whole, collection = '', parameter = ''] = /(\w+)\/\{(\w+)\}/.exec(path) ?? [];
  if (whole === undefined) return [path];
  const values = parameter === 'historyType' ? historyTypes : ids[collection];
  if (values === undefined) throw new Error(`There are no ids for ${path}`);
  return values.flatMap((value) =>
    pathsOf(path.replace(`{${parameter}}`, encodeURIComponent(value)), ids),
  );
}
