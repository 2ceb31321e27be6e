import * as z from 'zod/mini';
import { type StreamMessage, streamMessage } from './messages.ts';
import { holdStream } from './stream.ts';

/** What tabs of one browser tell each other. */
const tabMessage = z.discriminatedUnion('kind', [
  /** A tab is new here. */
  z.object({ kind: z.literal('hello') }),
  /** How it stands, with what was told lately: for the new tab. */
  z.object({
    kind: z.literal('state'),
    isLive: z.boolean(),
    position: z.nullable(z.string()),
    recent: z.array(streamMessage),
  }),
  z.object({ kind: z.literal('told'), message: streamMessage }),
]);
type TabMessage = z.infer<typeof tabMessage>;

const name = 'portfolio.live';
/** So long, and so much of, what was told is kept for a tab that was just opened. */
const lately = 60_000;
const mostKept = 300;

interface TabsOptions {
  readonly hear: (message: StreamMessage) => void;
  readonly onState: (isLive: boolean) => void;
}

/**
 * Follows the stream, which one tab of the browser holds for all: HTTP/1.1 has six connections to an origin. When that tab
 * goes, another takes its place, from the last number it heard. A browser without locks holds a stream in each tab.
 * @returns what ends it.
 */
export function followInTabs({ hear, onState }: TabsOptions): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const locks: LockManager | undefined = Reflect.get(navigator, 'locks');
  const channel = locks === undefined ? null : new BroadcastChannel(name);
  let position: string | null = null;
  let isLive = false;
  let isLeader = false;
  let isGreeted = false;
  let recent: { readonly at: number; readonly message: StreamMessage }[] = [];

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none, it is of this origin
  const post = (message: TabMessage) => channel?.postMessage(message);
  const tellState = () => {
    recent = recent.filter(({ at }) => Date.now() - at < lately);
    post({ kind: 'state', isLive, position, recent: recent.map(({ message }) => message) });
  };
  const keep = (message: StreamMessage) => {
    const at = Date.now();
    if (recent.length < mostKept) recent.push({ at, message });
    // A tab that comes after so much asks for everything anew.
    else recent = [{ at, message: { ...message, event: 'resync', data: '{}' } }];
  };
  const take = (message: StreamMessage) => {
    position = message.position ?? position;
    hear(message);
  };
  const become = (next: boolean) => {
    isLive = next;
    onState(next);
  };

  const lead = () => {
    isLeader = true;
    return holdStream({
      signal,
      position: () => position,
      onState: (next) => {
        become(next);
        tellState();
      },
      hear: (message) => {
        keep(message);
        take(message);
        post({ kind: 'told', message });
      },
    });
  };

  channel?.addEventListener('message', ({ data }) => {
    // A tab may have been loaded before the last release.
    const parsed = z.safeParse(tabMessage, data);
    if (!parsed.success) return;
    const said = parsed.data;
    if (said.kind === 'hello' && isLeader) tellState();
    if (isLeader || said.kind === 'hello') return;
    if (said.kind === 'told') take(said.message);
    else {
      if (!isGreeted) for (const message of said.recent) take(message);
      isGreeted = true;
      // What it heard itself is not skipped by who heard more.
      position ??= said.position;
      become(said.isLive);
    }
  });
  post({ kind: 'hello' });
  if (locks === undefined) void lead();
  else locks.request(name, { signal }, lead).catch(() => {});
  return () => {
    ended.abort();
    channel?.close();
    onState(false);
  };
}
