import { useEffect, useSyncExternalStore } from 'react';
import {
  currentNotices,
  dismiss,
  type Notice,
  noticeMilliseconds,
  onNotices,
} from '../shared/notices.ts';
import classes from './Notices.module.css';

/** Lines at the bottom left that say what was done. */
export function Notices() {
  const notices = useSyncExternalStore(onNotices, currentNotices);
  return (
    <div className={classes.notices} aria-live="polite">
      {notices.map((notice) => (
        <NoticeBar key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

function NoticeBar({ notice }: { readonly notice: Notice }) {
  const { id, text, action } = notice;
  useEffect(() => {
    const timer = setTimeout(() => dismiss(id), noticeMilliseconds);
    return () => clearTimeout(timer);
  }, [id]);
  return (
    <div className={classes.notice}>
      <span>{text}</span>
      {action !== null && (
        <button
          type="button"
          onClick={() => {
            dismiss(id);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
    </div>
  );
}
