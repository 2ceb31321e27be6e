import type { HistoryType } from '#contract/historyType.ts';
import type { SuccessStatus } from '#contract/operation.ts';
import { responseNotesHeader, responseNotesText } from '#contract/responseNotes.ts';
import { Reply } from '#platform/http/implement.ts';
import { mergedIncomplete, mergedUnread } from '../reading/findings.ts';
import type { MessageWatch } from '../live/messageWatch.ts';
import { noteText, unreadView } from '../reading/findingTexts.ts';
import type { ListName } from '../reading/lists.ts';
import type { ForeignRecord, Read, UnreadFinding } from '../reading/read.ts';
import type { StableParts } from '../reading/stableParts.ts';
import type { UserSync } from '../sync/userSync.ts';
import { readWholeHistory, readWholeList } from '../source/pages.ts';
import type { Foreign, ReadOptions, Source } from '../source/source.ts';

export interface ConnectedService {
  readonly source: Source;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly sync: Pick<
    UserSync,
    | 'users'
    | 'user'
    | 'tokens'
    | 'progress'
    | 'changed'
    | 'firstList'
    | 'thematics'
    | 'putThematics'
  >;
  /** Makes every open page request its data again. */
  readonly onChange: () => void;
  readonly changes: { readonly watch: Pick<MessageWatch, 'noteRead' | 'noteAbsent'> };
}

type Options = Pick<ReadOptions, 'maxAge' | 'notFound'>;

/** `stable` selects the parts that change only if a person changes them. */
type StableOptions<Value> = Options & {
  readonly stable?: (read: Read<Value>) => StableParts | null;
};

/** Requests the data for one answer of ours, and collects its response notes. */
export interface ForeignReader {
  one<Value>(
    path: string,
    read: (json: unknown) => Read<Value>,
    options?: StableOptions<Value>,
  ): Promise<Read<Value>>;
  /** Requests all pages of a list and parses them as one. */
  list<Value>(
    path: string,
    list: ListName,
    read: (json: unknown) => Generator<void, Read<Value>>,
    options?: StableOptions<Value>,
  ): Promise<Read<Value>>;
  /** Requests all pages of a history. */
  history(
    path: string,
    type: HistoryType | null,
    options?: Options,
  ): Promise<readonly ForeignRecord[]>;
  /** Records that the path does not exist. */
  absent(path: string): void;
  /** Notes that a part of the answer is older data from this time. `stale` says why. */
  includes(readAt: number, stale?: string | null): void;
  /** Drops unreadable parts that do not matter to the answer. */
  leaveOut(isNothing: (one: UnreadFinding) => boolean): void;
  note(sentence: string): void;
  /** Why a new request failed, in a sentence; null if all data is as recent as requested. */
  readonly stale: string | null;
  /** The value of the `Response-Notes` header. */
  header(): string;
  /** Returns the answer with the `Response-Notes` header. */
  reply<Value>(
    value: Value,
    status?: SuccessStatus,
    headers?: Readonly<Record<string, string>>,
  ): Reply<Value>;
}

/** @param raw the path of the raw answer that ours is based on. Defaults to the first requested path. */
export function createReader(
  { source, clock, changes }: ConnectedService,
  raw?: string,
): ForeignReader {
  let firstPath = '';
  const answers: Pick<Foreign, 'readAt' | 'stale'>[] = [];
  const parts: Pick<Read<unknown>, 'unread' | 'incomplete'>[] = [];
  const notes = new Set<string>();

  async function get(path: string, options: Options): Promise<Foreign> {
    const foreign = await source.read(path, { priority: 'person', ...options });
    answers.push(foreign);
    return foreign;
  }

  function keep<Value>(path: string, read: Read<Value>): Read<Value> {
    parts.push(read);
    for (const note of read.notes) notes.add(noteText(note));
    source.noteShapes(path, read.shapes);
    return read;
  }

  const header = () =>
    responseNotesText({
      readAt: Math.min(...answers.map(({ readAt }) => readAt), clock()),
      stale: staleOf(),
      unread: mergedUnread(parts.flatMap(({ unread }) => unread)).map(unreadView),
      incomplete: mergedIncomplete(parts.flatMap(({ incomplete }) => incomplete)),
      notes: [...notes],
      raw: raw ?? firstPath,
    });

  const staleOf = () => answers.find(({ stale }) => stale !== null)?.stale ?? null;

  return {
    async one(path, read, { stable, ...options } = {}) {
      firstPath ||= path;
      const { json, readAt } = await get(path, options);
      const one = keep(path, read(json));
      changes.watch.noteRead(path, stable?.(one) ?? null, readAt);
      return one;
    },

    async list(path, name, read, { stable, ...options } = {}) {
      firstPath ||= path;
      let readAt = Number.POSITIVE_INFINITY;
      const getPage = async (page: string) => {
        const answer = await get(page, options);
        readAt = Math.min(readAt, answer.readAt);
        return answer;
      };
      const list = keep(path, await readWholeList(getPage, path, name, read));
      changes.watch.noteRead(path, stable?.(list) ?? null, readAt);
      return list;
    },

    async history(path, type, options = {}) {
      firstPath ||= path;
      const getPage = (page: string) => get(page, options);
      return keep(path, await readWholeHistory(getPage, path, type, clock())).value;
    },

    absent: (path) => changes.watch.noteAbsent(path),

    includes(readAt, stale = null) {
      answers.push({ readAt, stale });
    },

    leaveOut(isNothing) {
      for (const [index, part] of parts.entries()) {
        parts[index] = { ...part, unread: part.unread.filter((one) => !isNothing(one)) };
      }
    },

    note: (sentence) => void notes.add(sentence),

    get stale() {
      return staleOf();
    },

    header,

    reply: (value, status = 200, headers = {}) =>
      new Reply(status, value, { [responseNotesHeader]: header(), ...headers }),
  };
}
