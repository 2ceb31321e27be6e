import { type ComponentProps, useLayoutEffect, useRef } from 'react';

interface ModalProps extends Pick<
  ComponentProps<'dialog'>,
  'aria-label' | 'aria-labelledby' | 'className' | 'children'
> {
  /** Escape, or a click beside it. */
  readonly onLeave: () => void;
  /** The browser closed it. */
  readonly onClose: () => void;
}

/** What stands over the page: the browser's own dialog, which holds the focus and gives it back. */
export function Modal({ onLeave, onClose, ...rest }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before it leaves the document: closed later, it would not give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Else the button that closes it would have the focus.
    element?.querySelector<HTMLElement>('input:not([type=radio]), textarea, select')?.focus();
    return () => element?.close();
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- the click is on the scrim; Escape does the same by key
    <dialog
      ref={dialog}
      {...rest}
      onCancel={(event) => {
        event.preventDefault();
        onLeave();
      }}
      onClose={() => {
        // Some browsers close at the second Escape whatever the page says.
        if (dialog.current?.open === false) onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onLeave();
      }}
    />
  );
}
