import { Button, Drawer, Group, Modal, Text } from '@mantine/core';
import { clsx } from 'clsx';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { NavigationType, useBlocker } from 'react-router-dom';
import classes from './Dialog.module.css';

const widths = { narrow: 440, medium: 560, wide: 960, side: 640 };

interface DialogProps {
  readonly title: string;
  readonly isDirty?: boolean;
  readonly warning?: string;
  readonly size?: keyof typeof widths;
  /** Without it, only the content closes the dialog, and the page below is unreadable. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

export function Dialog(props: DialogProps) {
  const { title, isDirty = false, size = 'narrow', onClose, children } = props;
  const { isAsking, leave, stay, askOr } = useGuard(isDirty, onClose ?? (() => {}));
  useInertPage();
  const frame = {
    ...modalProps,
    title,
    onClose: askOr,
    size: widths[size],
    closeButtonProps: { 'aria-label': 'Close' },
    ...(onClose === undefined && locked),
    children: (
      <div ref={markFirstField}>
        {isAsking && <Question {...{ leave, stay }} warning={props.warning} />}
        {children}
      </div>
    ),
  };
  return size === 'side' ? (
    <Drawer {...frame} position="right" />
  ) : (
    <Modal
      {...frame}
      yOffset={0}
      className={clsx(classes.modal, size === 'wide' && classes.wide)}
    />
  );
}

/** Mantine would focus the close button. */
function markFirstField(inside: HTMLElement | null): void {
  const field = inside?.querySelector('input:not([type=radio], [type=file]), textarea, select');
  field?.setAttribute('data-autofocus', 'true');
}

/** Shared by all modals. CSS locks the page: Mantine's lock would inject a `<style>`. */
export const modalProps = {
  opened: true,
  lockScroll: false,
  returnFocus: false,
  transitionProps: { duration: 0 },
  // The head of a nested dialog must not be a second banner of the page.
  attributes: { header: { role: 'none' } },
  classNames: {
    overlay: classes.overlay,
    inner: classes.inner,
    content: classes.content,
    header: classes.head,
    title: classes.title,
    body: classes.body,
  },
} as const;

const locked = {
  withCloseButton: false,
  closeOnEscape: false,
  closeOnClickOutside: false,
  zIndex: 1000,
  classNames: { ...modalProps.classNames, overlay: clsx(classes.overlay, classes.unreadable) },
} as const;

interface QuestionProps {
  readonly warning: string | undefined;
  readonly leave: () => void;
  readonly stay: () => void;
}

function Question({ warning, leave, stay }: QuestionProps) {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    keep.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <Group role="alert" gap="xs" mb="md" px="sm" py="xs" bdrs="sm" bg="var(--warn-tint)">
      <Text span size="xs" flex={1}>
        {warning ?? 'Your changes are not saved.'}
      </Text>
      <Button onClick={leave}>{warning === undefined ? 'Discard changes' : 'Leave'}</Button>
      <Button ref={keep} variant="subtle" onClick={stay}>
        {warning === undefined ? 'Keep editing' : 'Stay'}
      </Button>
    </Group>
  );
}

/** Makes the page inert while a dialog is open, and restores the focus afterwards. */
export function useInertPage(): void {
  useLayoutEffect(() => {
    const opener = document.activeElement;
    const page = [...document.body.children].filter(
      (element) => !element.matches('[data-portal], [inert], script'),
    );
    const { documentElement: html } = document;
    if (page.length > 0)
      html.style.setProperty('--scrollbar', `${window.innerWidth - html.clientWidth}px`);
    for (const element of page) element.setAttribute('inert', '');
    return () => {
      for (const element of page) element.removeAttribute('inert');
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);
}

/** Asks before Escape, a click outside, Back or leaving the page loses input. */
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
