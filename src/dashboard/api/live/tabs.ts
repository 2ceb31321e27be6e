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
const recentMs = 60_000;
const maxRecent = 300;

interface TabsOptions {
  readonly onMessage: (message: StreamMessage) => void;
  readonly onState: (isLive: boolean) => void;
}

/**
 * One tab holds the stream for all, since HTTP/1.1 allows six connections per origin. When it closes, another one resumes from
 * its last number. Browsers without locks hold a stream per tab.
 * @returns a function that stops this.
 */
export function followInTabs({ onMessage, onState }: TabsOptions): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const locks: LockManager | undefined = Reflect.get(navigator, 'locks');
  const channel = locks === undefined ? null : new BroadcastChannel(name);
  let position: string | null = null;
  let isLive = false;
  let isLeader = false;
  let isGreeted = false;
  let recent: { readonly at: number; readonly message: StreamMessage }[] = [];

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target origin
  const post = (message: TabMessage) => channel?.postMessage(message);
  const postState = () => {
    recent = recent.filter(({ at }) => Date.now() - at < recentMs);
    post({ kind: 'state', isLive, position, recent: recent.map(({ message }) => message) });
  };
  const remember = (message: StreamMessage) => {
    const at = Date.now();
    if (recent.length < maxRecent) recent.push({ at, message });
    // After so many messages, a new tab reloads everything.
    else recent = [{ at, message: { ...message, event: 'resync', data: '{}' } }];
  };
  const receive = (message: StreamMessage) => {
    position = message.position ?? position;
    onMessage(message);
  };
  const setState = (next: boolean) => {
    isLive = next;
    onState(next);
  };

  const lead = () => {
    isLeader = true;
    return holdStream({
      signal,
      position: () => position,
      onState: (next) => {
        setState(next);
        postState();
      },
      onMessage: (message) => {
        remember(message);
        receive(message);
        post({ kind: 'told', message });
      },
    });
  };

  channel?.addEventListener('message', ({ data }) => {
    // The other tab may run an older release.
    const parsed = z.safeParse(tabMessage, data);
    if (!parsed.success) return;
    const sent = parsed.data;
    if (sent.kind === 'hello' && isLeader) postState();
    if (isLeader || sent.kind === 'hello') return;
    if (sent.kind === 'told') receive(sent.message);
    else {
      if (!isGreeted) for (const message of sent.recent) receive(message);
      isGreeted = true;
      // A position that this tab received itself takes precedence.
      position ??= sent.position;
      setState(sent.isLive);
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
