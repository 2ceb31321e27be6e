import { IconX } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { NavigationType, useBlocker } from 'react-router-dom';
import { Button, IconButton } from './Button.tsx';
import { Modal } from './Modal.tsx';
import classes from './Dialog.module.css';

interface DialogProps {
  readonly title: string;
  /** Something was typed that closing would lose. */
  readonly isDirty?: boolean;
  /** What closing would lose, where it is not what was typed. */
  readonly warning?: string;
  /** `wide` for what has two columns, `side` for what is read beside the page. */
  readonly size?: 'narrow' | 'wide' | 'side';
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog over the page, with its title and what closes it. */
export function Dialog(props: DialogProps) {
  const {
    title,
    isDirty = false,
    warning = 'What you typed is not saved.',
    size = 'narrow',
    onClose,
    children,
  } = props;
  const id = useId();
  const { isAsking, leave, stay, askOr } = useGuard(isDirty, onClose);
  return (
    <Modal
      className={clsx(classes.dialog, classes[size])}
      aria-labelledby={id}
      onLeave={askOr}
      onClose={onClose}
    >
      <div className={classes.inside}>
        <header className={classes.head}>
          <h2 id={id}>{title}</h2>
          <IconButton label="Close" onClick={askOr}>
            <IconX size={16} stroke={1.75} aria-hidden />
          </IconButton>
        </header>
        {isAsking && (
          <div className={classes.ask} role="alert">
            <span>{warning}</span>
            <Button onClick={leave}>Discard it</Button>
            <Button variant="plain" onClick={stay}>
              Go on
            </Button>
          </div>
        )}
        {children}
      </div>
    </Modal>
  );
}

/** What is typed is not lost by a slip: Escape, the scrim and Back ask first, and so does leaving the page. */
function useGuard(isDirty: boolean, onClose: () => void) {
  const [isAsking, setAsking] = useState(false);
  const blocker = useBlocker(
    ({ historyAction }) => isDirty && historyAction === NavigationType.Pop,
  );
  useEffect(() => {
    if (!isDirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
  return {
    isAsking: isDirty && (isAsking || blocker.state === 'blocked'),
    leave: () => (blocker.state === 'blocked' ? blocker.proceed() : onClose()),
    stay: () => {
      setAsking(false);
      blocker.reset?.();
    },
    askOr: () => (isDirty ? setAsking(true) : onClose()),
  };
}
