import type { HistoryType } from '#contract/historyType.ts';
import { pathOf } from '#contract/operation.ts';
import {
  getFullThematicHistory,
  getPastThematic,
  getPastThematics,
  getThematic,
  getThematicHistory,
  getThematics,
} from '#contract/operations/thematics.ts';
import { asOfAt } from '#platform/http/asOf.ts';
import { thematicNotFound } from '#platform/http/notFound.ts';
import { implement, type Implementation } from '#platform/http/implement.ts';
import { lists } from '../reading/lists.ts';
import type { ForeignThematic, ForeignToken } from '../reading/read.ts';
import { readEachThematic } from '../reading/readThematics.ts';
import { betterToken } from '../sync/walletTokens.ts';
import { isUnknown, readKnownThematic, readOrKept } from './known.ts';
import { inTime, noteFaults, noteUnread, readListedThematics } from './listedThematics.ts';
import { unknownFigures, type ReportedFigures } from './thematicFigures.ts';
import { createReader, type ConnectedService, type ForeignReader } from './reader.ts';
import { historyFrom, isOfPrice, thematicFrom } from './views.ts';

export function thematicAnswers(
  connection: ConnectedService,
  figures: ReportedFigures,
): Implementation[] {
  const { clock, onChange, sync } = connection;

  return [
    implement(getThematics, () => thematicsReply(undefined)),
    implement(getPastThematics, ({ query: { asOf } }) => thematicsReply(pastAt(asOf))),

    implement(getThematic, ({ params: { id } }) => thematicReply(id, undefined)),
    implement(getPastThematic, ({ params: { id }, query: { asOf } }) =>
      thematicReply(id, pastAt(asOf)),
    ),

    implement(getFullThematicHistory, ({ params: { id } }) => historyReply(id, null)),

    implement(getThematicHistory, ({ params: { id, historyType } }) =>
      historyReply(id, historyType),
    ),
  ];

  function pastAt(requested: number | undefined): number | undefined {
    if (requested === undefined) return undefined;
    return asOfAt(requested, { asOf: clock(), tickSeconds: null });
  }

  async function thematicsReply(asOf: number | undefined) {
    const reader = createReader(connection, getThematics.path);
    const thematics = await readListedThematics(connection, reader);
    const details = await inTime(
      thematics.map((one) => figures.figuresOf(one.id, 'background', asOf)),
      onChange,
    );
    noteUnread(reader, 'changes of thematics', details);
    noteFaults(reader, details);
    const known = await sync.tokens();
    reader.leaveOut(isOfPrice);
    return reader.reply(
      thematics.map((one, index) =>
        thematicFrom(
          asOf === undefined ? withKnownTokens(one, known) : withoutPresent(one),
          details[index] ?? unknownFigures,
        ),
      ),
    );
  }

  async function thematicReply(id: string, asOf: number | undefined) {
    const reader = createReader(connection, pathOf(getThematic, { params: { id } }));
    const reported = await readOrListed(reader, id);
    const thematic =
      asOf === undefined
        ? withKnownTokens(reported, await sync.tokens())
        : withoutPresent(reported);
    if (pricesIn(thematic) > pricesIn(reported)) reader.note(pricesOfWallets);
    if (pricesIn(thematic) === thematic.tokens?.length) reader.leaveOut(isOfPrice);
    const own = await figures.figuresOf(id, 'person', asOf);
    if (thematic.total === null && own.levelReadAt !== null) reader.includes(own.levelReadAt);
    noteFaults(reader, [own]);
    return reader.reply(thematicFrom(thematic, own));
  }

  async function historyReply(id: string, type: HistoryType | null) {
    const path =
      type === null
        ? pathOf(getFullThematicHistory, { params: { id } })
        : pathOf(getThematicHistory, { params: { id, historyType: type } });
    const reader = createReader(connection, path);
    return reader.reply(historyFrom(await readRecords(reader, path, id, type)));
  }

  /** Requests a thematic. If the service fails, returns it from the list. */
  function readOrListed(reader: ForeignReader, id: string): Promise<ForeignThematic> {
    const isIt = (one: ForeignThematic) => one.id === id && !one.isBare;
    return readOrKept(
      reader,
      () => readKnownThematic(reader, id),
      async () => {
        const list = reader.list(getThematics.path, lists.thematics, readEachThematic);
        const all = await list.catch(() => null);
        const listed = all?.value.find(isIt);
        if (listed !== undefined) return { value: listed, readAt: clock() };
        const stored = sync.thematics();
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
    reader.note('The service answers 404 here; shown as empty, since it knows the thematic.');
    return [];
  }
}

/** Removes the current level and tokens: the level of then is in the history, and the tokens of then are not known. */
function withoutPresent(thematic: ForeignThematic): ForeignThematic {
  return { ...thematic, total: null, tokens: null };
}

/** Adds names and prices from wallets to tokens that lack them. */
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
  'Unreadable prices of a thematic are replaced by those of the wallets read last.';
