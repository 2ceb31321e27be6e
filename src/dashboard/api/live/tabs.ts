import * as z from 'zod/mini';
import { type StreamMessage, streamMessage } from './messages.ts';
import { holdStream } from './stream.ts';

const tabMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hello') }),
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
/** Age in ms and number of the messages that are stored for a new tab. */
const lately = 60_000;
const mostKept = 300;

interface TabsOptions {
  readonly hear: (message: StreamMessage) => void;
  readonly onState: (isLive: boolean) => void;
}

/**
 * One tab holds the stream for all, since HTTP/1.1 allows six connections per origin. When it closes, another one resumes from
 * its last number. Browsers without locks hold a stream per tab.
 * @returns a function that stops this.
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
    // After so many messages, a new tab reloads everything.
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
    // The other tab may run an older release.
    const parsed = z.safeParse(tabMessage, data);
    if (!parsed.success) return;
    const said = parsed.data;
    if (said.kind === 'hello' && isLeader) tellState();
    if (isLeader || said.kind === 'hello') return;
    if (said.kind === 'told') take(said.message);
    else {
      if (!isGreeted) for (const message of said.recent) take(message);
      isGreeted = true;
      // A position that this tab received itself takes precedence.
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
