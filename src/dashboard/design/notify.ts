import { lateModule } from './lateModule.ts';
import type { NoticeAction } from './Notices.tsx';

const notices = lateModule(() => import('./Notices.tsx'));

/** Says what was done: `notify('Webhook removed', { label: 'Undo', run: undo })`. */
export function notify(text: string, action: NoticeAction | null = null): void {
  void notices.load().then(({ showNotice }) => showNotice(text, action));
}

/** What draws the notices, once it has come. */
export const useNotices = notices.useModule;
