import { Notifications, notifications, notificationsStore } from '@mantine/notifications';
import classes from './Notices.module.css';

const maxNotices = 3;
/** Long enough to undo. The timer pauses while the pointer is on the notice. */
const noticeMs = 10_000;

export function showNotice(text: string, undo: (() => void) | null): void {
  const shown = notificationsStore.getState().notifications;
  for (const { id } of shown.slice(0, Math.max(0, shown.length + 1 - maxNotices))) hide(id);
  const id = notifications.show({
    role: 'status',
    withCloseButton: false,
    classNames: { root: classes.notice, body: classes.body, description: classes.text },
    message: (
      <>
        <span>{text}</span>
        {undo !== null && (
          <button
            type="button"
            onClick={() => {
              hide(id);
              undo();
            }}
          >
            Undo
          </button>
        )}
      </>
    ),
  });
}

function hide(id: string | undefined): void {
  if (id !== undefined) notifications.hide(id);
}

export function Notices() {
  return (
    <Notifications
      position="bottom-left"
      limit={maxNotices}
      autoClose={noticeMs}
      containerWidth="calc(100vw - 2 * var(--space-4))"
      classNames={{ root: classes.notices }}
    />
  );
}
