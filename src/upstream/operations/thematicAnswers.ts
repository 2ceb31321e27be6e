import { recordsAtSteps } from '#analytics/grid.ts';
import type { HistoryType } from '#contract/historyType.ts';
import { pathOf } from '#contract/operation.ts';
import {
  getFullThematicHistory,
  getLevels,
  getThematic,
  getThematicHistory,
  getThematics,
} from '#contract/operations/thematics.ts';
import { formatTime } from '#contract/time.ts';
import { sparkLength } from '#directory/valuation.ts';
import { implement, type Implementation } from '#platform/http/implement.ts';
import { Problem } from '#platform/http/problem.ts';
import { lists } from '../reading/lists.ts';
import type { ForeignThematic, ForeignToken } from '../reading/read.ts';
import { readThematicList } from '../reading/readThematics.ts';
import { statedOfThematics } from '../reading/stated.ts';
import { betterToken } from '../round/walletTokens.ts';
import { isUnknown, readKnownThematic, readOrKept, thematicNotFound } from './known.ts';
import { createThematicFigures, unknownFigures, type LevelColumns } from './thematicFigures.ts';
import { createReader, type ConnectedService, type ForeignReader } from './reader.ts';
import { historyFrom, isOfPrice, thematicFrom } from './views.ts';

/** A list is answered after so long, with what was read of its details until then. */
const detailsTimeoutMs = 4000;

/** Thematics, and their levels from their histories. */
export function thematicAnswers(connection: ConnectedService): Implementation[] {
  const { clock, onChange, round } = connection;
  const figures = createThematicFigures(connection);

  return [
    implement(getThematics, async () => {
      const reader = createReader(connection, getThematics.path);
      const thematics = await readListedThematics(connection, reader);
      const details = await inTime(
        thematics.map((one) => figures.figuresOf(one.id, 'background')),
        onChange,
      );
      noteUnread(reader, 'changes of thematics', details);
      noteFaults(reader, details);
      const known = await round.tokens();
      reader.leaveOut(isOfPrice);
      return reader.reply(
        thematics.map((one, index) =>
          thematicFrom(withKnownTokens(one, known), details[index] ?? unknownFigures),
        ),
      );
    }),

    implement(getThematic, async ({ params: { id } }) => {
      const reader = createReader(connection, pathOf(getThematic, { params: { id } }));
      const stated = await readOrListed(reader, id);
      const thematic = withKnownTokens(stated, await round.tokens());
      if (pricesIn(thematic) > pricesIn(stated)) reader.note(pricesOfWallets);
      if (pricesIn(thematic) === thematic.tokens?.length) reader.leaveOut(isOfPrice);
      const own = await figures.figuresOf(id, 'person');
      if (thematic.total === null && own.levelReadAt !== null) reader.includes(own.levelReadAt);
      noteFaults(reader, [own]);
      return reader.reply(thematicFrom(thematic, own));
    }),

    implement(getFullThematicHistory, ({ params: { id } }) => historyReply(id, null)),

    implement(getThematicHistory, ({ params: { id, historyType } }) =>
      historyReply(id, historyType),
    ),

    implement(getLevels, async ({ params: { historyType } }) => {
      const reader = createReader(connection, getThematics.path);
      const thematics = await readListedThematics(connection, reader);
      const lines = await inTime(
        thematics.map(({ id }) => figures.levelsOf(id, historyType, 'background')),
        onChange,
      );
      reader.leaveOut(isOfPrice);
      noteUnread(reader, 'lines of thematics', lines);
      noteFaults(reader, lines);
      return reader.reply(
        thematics.map(({ id }, index) => ({ thematics: id, ...spark(lines[index] ?? null) })),
      );
    }),
  ];

  async function historyReply(id: string, type: HistoryType | null) {
    const path =
      type === null
        ? pathOf(getFullThematicHistory, { params: { id } })
        : pathOf(getThematicHistory, { params: { id, historyType: type } });
    const reader = createReader(connection, path);
    return reader.reply(historyFrom(await readRecords(reader, path, id, type)));
  }

  /** A thematic; where it cannot be read, as the list has it. */
  function readOrListed(reader: ForeignReader, id: string): Promise<ForeignThematic> {
    const isIt = (one: ForeignThematic) => one.id === id && !one.isBare;
    return readOrKept(
      reader,
      () => readKnownThematic(reader, id),
      async () => {
        const list = reader.list(getThematics.path, lists.thematics, readThematicList);
        const all = await list.catch(() => null);
        const listed = all?.value.find(isIt);
        if (listed !== undefined) return { value: listed, readAt: clock() };
        const stored = round.thematics();
        const value = stored?.value.find(isIt);
        return stored === null || value === undefined ? null : { value, readAt: stored.readAt };
      },
    );
  }
}

async function readRecords(
  reader: ForeignReader,
  path: string,
  id: string,
  type: HistoryType | null,
) {
  const notFound = () => thematicNotFound(id);
  try {
    return await reader.history(path, type, { notFound });
  } catch (error) {
    if (!isUnknown(error)) throw error;
    await readKnownThematic(reader, id);
    reader.note('The service answers 404 here: shown as nothing, since it knows the thematic.');
    return [];
  }
}

/** With names and prices that wallets say of its tokens and it does not. */
function withKnownTokens(
  thematic: ForeignThematic,
  known: ReadonlyMap<string, ForeignToken>,
): ForeignThematic {
  const tokens = thematic.tokens?.map(({ token, weight }) => ({
    token: betterToken(token, known.get(token.id)),
    weight,
  }));
  return { ...thematic, tokens: tokens ?? null };
}

const pricesIn = ({ tokens }: ForeignThematic): number =>
  tokens?.filter(({ token }) => token.price !== null).length ?? 0;

const pricesOfWallets =
  'Prices that cannot be read of a thematic are those of the wallets that were read last.';

/** All thematics; while the service gives no answer, as they were read last. */
export function readListedThematics(
  { round, clock }: ConnectedService,
  reader: ForeignReader,
): Promise<readonly ForeignThematic[]> {
  return readOrKept<readonly ForeignThematic[]>(
    reader,
    async () => {
      const value = await readDetailedThematics(reader);
      if (reader.stale === null) {
        const before = new Map(round.thematics()?.value.map((one) => [one.id, one]));
        // Details that cannot be read now were perhaps read before.
        const stored = value.map((one) => (one.isBare ? (before.get(one.id) ?? one) : one));
        round.putThematics({ value: stored, readAt: clock() });
      }
      return value;
    },
    () => round.thematics(),
  );
}

/** Details of thematics that are listed by their ids alone are read one by one. */
async function readDetailedThematics(reader: ForeignReader): Promise<ForeignThematic[]> {
  const { value } = await reader.list(getThematics.path, lists.thematics, readThematicList, {
    stated: statedOfThematics,
  });
  const details = await Promise.all(
    value.map(async (one) => {
      if (!one.isBare) return one;
      try {
        return await readKnownThematic(reader, one.id);
      } catch (error) {
        if (error instanceof Problem) return null;
        throw error;
      }
    }),
  );
  const unread = details.filter((one) => one === null).length;
  if (unread > 0)
    reader.note(`Only the id could be read of ${unread} of ${value.length} thematics.`);
  return value.map((one, index) => details[index] ?? one);
}

/**
 * What is there in time, null for what is not: that is read on, and when all of it was, whoever is shown the list is told to read it
 * again.
 */
async function inTime<Value>(
  promises: readonly Promise<Value>[],
  onLate: () => void,
): Promise<(Value | null)[]> {
  const values: (Value | null)[] = promises.map(() => null);
  const all = Promise.all(
    promises.map(async (one, index) => {
      values[index] = await one;
    }),
  );
  const { promise: timeout, resolve } = Promise.withResolvers<'late'>();
  const timer = setTimeout(resolve, detailsTimeoutMs, 'late');
  const first = await Promise.race([all, timeout]);
  clearTimeout(timer);
  if (first === 'late') void all.then(onLate, onLate);
  return [...values];
}

function noteUnread(reader: ForeignReader, what: string, values: readonly unknown[]): void {
  const unread = values.filter((one) => one === null).length;
  if (unread > 0) reader.note(`Not yet read: ${what}, ${unread} of ${values.length}.`);
}

/** Of which thematics a history could not be read: what is made of it is not known. */
function noteFaults(
  reader: ForeignReader,
  read: readonly ({ readonly fault: string | null } | null)[],
): void {
  const faults = read.flatMap((one) => one?.fault ?? []);
  if (faults.length === 0) return;
  reader.note(
    `Histories of ${faults.length} of ${read.length} thematics are not read. ${faults[0]}`,
  );
}

/** The records that a line of so many points shows. */
function spark(line: LevelColumns | null): { dates: string[]; levels: (number | null)[] } {
  if (line === null) return { dates: [], levels: [] };
  const records = [...new Set(recordsAtSteps(line.times, sparkLength))];
  return {
    dates: records.map((index) => formatTime(line.times[index] ?? 0)),
    levels: records.map((index) => {
      const level = line.levels[index] ?? NaN;
      return Number.isFinite(level) ? level : null;
    }),
  };
}
