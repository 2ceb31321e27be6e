import { lateModule } from './lateModule.ts';

const notices = lateModule(() => import('./Notices.tsx'));

/** Says what was done, and takes it back where that can be: `notify('Webhook removed', undo)`. */
export function notify(text: string, undo: (() => void) | null = null): void {
  void notices.load().then(({ showNotice }) => showNotice(text, undo));
}

/** What draws the notices, once it has come. */
export const useNotices = notices.useModule;
