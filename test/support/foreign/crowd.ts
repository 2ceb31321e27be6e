import { setTimeout as wait } from 'node:timers/promises';
import { hour } from '#contract/historyType.ts';
import type { Answer } from './dialectService.ts';

export interface CrowdOptions {
  readonly users: number;
  /** Users per page of the list; null: it has one page. */
  readonly pageSize: number | null;
  /** One of so many users has their wallets outside of the list. */
  readonly walletsApart: number;
}

/** Service with very many users, and the truth about them. Each has one wallet. */
export interface Crowd {
  readonly answer: Answer;
  /** Ids that must be escaped in a path. */
  readonly idOf: (number: number) => string;
  readonly totalOf: (number: number) => number;
  readonly count: () => number;
  readonly sum: () => number;
  /** Changes every total, removes some users, and leaves some in the list only. */
  change(): void;
}

/** One of so many users is removed, and the next one stays in the list only. */
const ofWhomOneGoes = 400;
const recordsOfDay = 25;

const idOf = (number: number) => `user ${number}/${(number * 7919) % 1000}`;

/** Creates the texts of the list once, so that the crowd itself costs little. */
export function createCrowd({ users, pageSize, walletsApart }: CrowdOptions): Crowd {
  const numbers = new Map(Array.from({ length: users }, (_, number) => [idOf(number), number]));
  let revision = 0;
  let pages: readonly string[] = [];

  const totalOf = (number: number) => 1000 + (number % 977) + revision;
  const isListed = (number: number) => revision === 0 || number % ofWhomOneGoes !== 1;
  const isThere = (number: number) =>
    isListed(number) && (revision === 0 || number % ofWhomOneGoes !== 2);
  const areWalletsListed = (number: number) => number % walletsApart !== 0;

  const listed = () => [...numbers.values()].filter(isListed);

  function walletsOf(number: number) {
    const total = totalOf(number);
    const token = { _id: `token-${number % 11}`, symbol: `T${number % 11}`, price: total };
    const wallet = { _id: `w${number}`, user: idOf(number), thematics: `thematic-${number % 7}` };
    return [{ ...wallet, total, tokens: [{ token, amount: 1, total }] }];
  }

  function rowOf(number: number): string {
    return JSON.stringify({
      _id: `u${number}`,
      customId: idOf(number),
      total: totalOf(number),
      name: `Holder ${number}`,
      country: ['CH', 'DE', 'JP'][number % 3],
      ...(areWalletsListed(number) ? { wallets: walletsOf(number) } : {}),
    });
  }

  function writeList(): void {
    const rows = listed().map(rowOf);
    const size = pageSize ?? rows.length;
    pages = Array.from(
      { length: Math.ceil(rows.length / size) },
      (_, page) => `[${rows.slice(page * size, (page + 1) * size).join(',')}]`,
    );
  }

  function listPage(page: number): Response {
    const isLast = page + 1 >= pages.length;
    const link = `</p/users?page=${page + 1}>; rel="next"`;
    return jsonText(pages[page] ?? '[]', isLast ? {} : { link });
  }

  function dayOf(number: number): string {
    const now = Date.now();
    const records = Array.from({ length: recordsOfDay }, (_, record) => ({
      date: now - (recordsOfDay - 1 - record) * hour,
      total: totalOf(number) - (recordsOfDay - 1) + record,
    }));
    return JSON.stringify(records);
  }

  writeList();
  return {
    idOf,
    totalOf,
    count: () => listed().length,
    sum: () => listed().reduce((sum, number) => sum + totalOf(number), 0),
    change() {
      revision += 1;
      writeList();
    },
    async answer(request) {
      const { pathname, searchParams } = new URL(request.url);
      const [, , resource, id, part] = pathname.split('/').map(decodeURIComponent);
      // Delays the answer as a network does, so that several requests overlap.
      await wait(2);
      if (resource !== 'users') return jsonText('[]');
      if (id === undefined) return listPage(Number(searchParams.get('page') ?? 0));
      const number = numbers.get(id);
      if (number === undefined || !isThere(number)) return new Response(null, { status: 404 });
      if (part === undefined) return jsonText(rowOf(number));
      return jsonText(part === 'wallets' ? JSON.stringify(walletsOf(number)) : dayOf(number));
    },
  };
}

function jsonText(text: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(text, { headers: { 'content-type': 'application/json', ...headers } });
}
