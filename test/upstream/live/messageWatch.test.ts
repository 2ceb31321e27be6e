import { beforeEach, expect, test, vi } from 'vitest';
import { minute } from '#contract/historyType.ts';
import { pathOf } from '#contract/operation.ts';
import { getUser } from '#contract/operations/users.ts';
import { createMessageWatch, type MessageWatch } from '#upstream/live/messageWatch.ts';
import type { StableParts } from '#upstream/reading/stableParts.ts';
import type { Connected } from '#test/support/connectedService.ts';
import { dialectOf } from '#test/support/foreign/dialects.ts';
import { createTruth } from '#test/support/foreign/truth.ts';
import { begun, liveOf, receiving, type Setting } from './receiving.ts';

const { wire, serve } = receiving();

const origin = Date.UTC(2026, 10, 23, 10);
const seconds = (count: number) => origin + count * 1000;
let now = origin;
let watch: MessageWatch;
beforeEach(() => {
  now = origin;
  watch = createMessageWatch(() => now);
});

const named = (name: string, updatedAt: number | null = null): StableParts => ({
  what: 'the user "u1"',
  parts: new Map<string, string | boolean>([
    ['is there', true],
    ['/name', name],
  ]),
  updatedAt,
});

function readAt(at: number, stable: StableParts, path = '/p/users/u1'): void {
  now = seconds(at);
  watch.noteRead(path, stable, now);
}

function messageAt(at: number): void {
  now = seconds(at);
  watch.noteMessage();
}

function unannouncedAt(at: number) {
  now = seconds(at);
  return watch.unannounced;
}

test('a change without a message within 30 s of its readings is said, the first one, until a message comes', () => {
  messageAt(0);
  readAt(60, named('Ada'));
  readAt(90, named('Ada the Second'));
  expect(unannouncedAt(120)).toBeNull();
  expect(unannouncedAt(121)).toMatchObject({ what: 'the user "u1"', readAt: seconds(90) });
  readAt(150, named('Ada the Third'));
  expect(unannouncedAt(200)).toMatchObject({ readAt: seconds(90) });
  messageAt(201);
  expect(unannouncedAt(300)).toBeNull();
});

test.each([
  ['30 s before it was read as it was', 30],
  ['between the readings', 75],
  ['30 s after it was read', 120],
])('a message is one of the change: %s', (_, at) => {
  messageAt(-60);
  if (at <= 60) messageAt(at);
  readAt(60, named('Ada'));
  if (at > 60 && at <= 90) messageAt(at);
  readAt(90, named('Ada the Second'));
  if (at > 90) messageAt(at);
  expect(unannouncedAt(400)).toBeNull();
});

test('before a first message it is not known whether any arrive; nor are first readings changes', () => {
  readAt(0, named('Ada'));
  readAt(60, named('Ada the Second'));
  expect(unannouncedAt(100)).toBeNull();
  messageAt(101);
  readAt(200, named('Bert'), '/p/users/u2');
  readAt(300, named('Bert'), '/p/users/u2');
  expect(unannouncedAt(400)).toBeNull();
  watch.reset();
  expect(watch.lastMessageAt).toBeNull();
});

test('a service that answers with what it read minutes ago states when it changed: the message was about then', () => {
  readAt(-300, named('Ada', seconds(-9000)));
  messageAt(0);
  readAt(60, named('Ada', seconds(-9000)));
  readAt(300, named('Ada the Second', seconds(-1)));
  expect(unannouncedAt(400)).toBeNull();
  // A time that no cache explains says nothing.
  readAt(500, named('Ada the Third', seconds(-8000)));
  expect(unannouncedAt(600)).toMatchObject({ readAt: seconds(500) });
});

test('who was created without a message counts; who was missing for a moment does not', () => {
  messageAt(0);
  now = seconds(60);
  watch.noteAbsent('/p/users/u1');
  readAt(120, named('Ada'));
  expect(unannouncedAt(151)).toMatchObject({ readAt: seconds(120) });
  messageAt(152);
  now = seconds(200);
  watch.noteAbsent('/p/users/u1');
  readAt(240, named('Ada'));
  expect(unannouncedAt(300)).toBeNull();
});

test('an older answer that comes later is no change, and one that is not known changes nothing', () => {
  messageAt(0);
  readAt(120, named('Ada the Second'));
  watch.noteRead('/p/users/u1', named('Ada'), seconds(60));
  watch.noteRead('/p/users/u1', null, seconds(130));
  readAt(140, named('Ada the Second'));
  expect(unannouncedAt(200)).toBeNull();
});

test('of very many paths the latest are compared', () => {
  messageAt(0);
  for (let user = 0; user < 501; user += 1) readAt(60, named('Ada'), `/p/users/${user}`);
  readAt(90, named('Ada the Second'), '/p/users/0');
  expect(unannouncedAt(200)).toBeNull();
  readAt(201, named('Ada the Second'), '/p/users/500');
  expect(unannouncedAt(300)).toMatchObject({ readAt: seconds(201) });
});

/** Messages arrived, and stop; a minute later everything is read as it is. */
async function silenced(setting: Setting) {
  const one = await begun(setting);
  const { customId = '', wallets } = setting.truth.users()[0] ?? {};
  setting.truth.setAttributes(customId, { name: 'x' });
  await vi.waitFor(() => expect(liveOf(one).by).toBe('webhooks'));
  wire.isUp = false;
  wire.clock.now += minute;
  const path = pathOf(getUser, { params: { id: customId } });
  const read = async (below = '') => {
    wire.clock.now += 6000;
    expect((await one.call('GET', path + below)).status).toBe(200);
  };
  return { one, customId, wallet: wallets?.[0], path, read };
}

test('what a page reads that changed without a message is said after 30 s; once a message comes that is over', async () => {
  const setting = serve();
  const { one, customId, read } = await silenced(setting);
  await read();
  setting.truth.setAttributes(customId, { name: 'y' });
  await read();
  const readAt = new Date(wire.clock.now).toISOString();
  expect(liveOf(one)).toMatchObject({ by: 'webhooks', unannounced: null });
  wire.clock.now += 31_000;
  expect(liveOf(one)).toMatchObject({
    by: 'polling',
    why: expect.stringContaining('data changed without a message'),
    unannounced: { what: `the user ${JSON.stringify(customId)}`, readAt },
  });
  wire.isUp = true;
  setting.truth.setAttributes(customId, { name: 'z' });
  await vi.waitFor(() => expect(liveOf(one)).toMatchObject({ by: 'webhooks', unannounced: null }));
});

test('a page that reads before the message comes is no alarm', async () => {
  const setting = serve();
  const { one, customId, path, read } = await silenced(setting);
  await read('/wallets');
  wire.isUp = true;
  const { thematic = '', positions } = setting.truth.users()[0]?.wallets[0] ?? {};
  const { promise, resolve } = Promise.withResolvers<void>();
  wire.delay = promise;
  setting.truth.setAmount(customId, thematic, positions?.[0]?.token.id ?? '', 77);
  await read('/wallets');
  expect(await (await one.call('GET', `${path}/wallets`)).text()).toContain('77');
  wire.clock.now += 20_000;
  resolve();
  await vi.waitFor(() => expect(wire.sent).toHaveLength(2));
  wire.clock.now += 40_000;
  expect(liveOf(one)).toMatchObject({ by: 'webhooks', unannounced: null });
});

/** Everything is read in the background, the first time or again. */
async function readRound({ sync, requests }: Connected): Promise<void> {
  const lists = () => requests.filter((request) => request === 'GET /p/users').length;
  const before = lists();
  wire.clock.now += 5 * minute + 1000;
  if (before === 0) await sync.begin();
  else sync.changed(null);
  await vi.waitFor(() => {
    expect(lists()).toBeGreaterThan(before);
    const { users, histories, oldestAt } = sync.progress();
    expect({ histories, oldestAt }).toEqual({ histories: users, oldestAt: wire.clock.now });
  }, 5000);
}

test('without anyone on a page, the sync reports a change that had no message, and none that had one', async () => {
  const setting = serve();
  const { one, customId, wallet } = await silenced(setting);
  await readRound(one);
  setting.truth.setAmount(customId, wallet?.thematic ?? '', 'dust', 123);
  await readRound(one);
  expect(liveOf(one).by).toBe('webhooks');
  wire.clock.now += 31_000;
  expect(liveOf(one)).toMatchObject({
    by: 'polling',
    unannounced: { what: `the wallets of ${JSON.stringify(customId)}` },
  });
  wire.isUp = true;
  setting.truth.setAttributes(customId, { name: 'y' });
  await vi.waitFor(() => expect(liveOf(one).by).toBe('webhooks'));
  wire.isUp = false;
  await readRound(one);
  await readRound(one);
  wire.clock.now += 31_000;
  expect(liveOf(one).by).toBe('webhooks');
  setting.truth.setAttributes(customId, { name: 'z' });
  await readRound(one);
  wire.clock.now += 31_000;
  expect(liveOf(one).unannounced?.what).toBe(`the user ${JSON.stringify(customId)}`);
});

test('who is new in the list counts where he was created since it was read before', async () => {
  const soon = createTruth({ users: 2, now: wire.clock.now + 30 * minute });
  const { one } = await silenced(serve(dialectOf('plain'), soon));
  await readRound(one);
  wire.clock.now += minute;
  soon.createUser('new');
  await readRound(one);
  wire.clock.now += 31_000;
  expect(liveOf(one).unannounced?.what).toBe('the user "new"');
});

test('who is new in the list, and was there before, was missing in it', async () => {
  const before = createTruth({ users: 2 });
  const { one } = await silenced(serve(dialectOf('plain'), before));
  await readRound(one);
  wire.clock.now += minute;
  before.createUser('listed now');
  await readRound(one);
  wire.clock.now += 31_000;
  expect(liveOf(one).by).toBe('webhooks');
});

test('a change that is made here counts like any other; registering a webhook is none', async () => {
  const setting = serve();
  const { one, path } = await silenced(setting);
  const theirs = { url: 'https://receiver.example', type: '*' };
  expect((await one.call('PUT', '/p/webhook', theirs)).status).toBe(201);
  wire.clock.now += 31_000;
  expect(liveOf(one).by).toBe('webhooks');
  const json = JSON.stringify({ name: 'Ada' });
  expect((await one.call('POST', path, { json })).status).toBe(200);
  expect(liveOf(one).by).toBe('webhooks');
  wire.clock.now += 31_000;
  expect(liveOf(one).by).toBe('polling');
  wire.isUp = true;
  setting.truth.setAttributes('日本', { name: 'y' });
  await vi.waitFor(() => expect(liveOf(one).by).toBe('webhooks'));
  wire.isUp = false;
  wire.clock.now += minute;
  expect((await one.call('PUT', '/p/users', { customId: 'new' })).status).toBe(201);
  wire.clock.now += 31_000;
  expect(liveOf(one)).toMatchObject({ by: 'polling', unannounced: { what: 'the user "new"' } });
});
