import { lateModule } from './lateModule.ts';

const notices = lateModule(() => import('./Notices.tsx'));

export function notify(text: string, undo: (() => void) | null = null): void {
  void notices.load().then(({ showNotice }) => showNotice(text, undo));
}

export const useNotices = notices.useModule;
