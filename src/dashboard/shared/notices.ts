/** A line at the bottom left that says what was done, with one thing to do about it. */
export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly action: NoticeAction | null;
}
interface NoticeAction {
  readonly label: string;
  readonly run: () => void;
}

/** How long a notice stays: long enough to undo. */
export const noticeMilliseconds = 10_000;
const most = 3;

let notices: readonly Notice[] = [];
let count = 0;
const listeners = new Set<() => void>();

/** Says what was done: `notify('Webhook removed', { label: 'Undo', run: undo })`. */
export function notify(text: string, action: NoticeAction | null = null): void {
  count += 1;
  replace([...notices.slice(1 - most), { id: count, text, action }]);
}

export function dismiss(id: number): void {
  replace(notices.filter((notice) => notice.id !== id));
}

export function currentNotices(): readonly Notice[] {
  return notices;
}

export function onNotices(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function replace(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}
