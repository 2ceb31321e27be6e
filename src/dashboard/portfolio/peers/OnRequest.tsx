import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Panel } from '../../design/Panel.tsx';

interface OnRequestProps {
  readonly title: string;
  /** Describes the contents of the panel in a phrase. */
  readonly sub: string;
  readonly children: ReactNode;
}

/** A panel that compares all users, so it loads only when a person asks for it. */
export function OnRequest({ title, sub, children }: OnRequestProps) {
  const [isShown, setShown] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that had the focus is gone.
    if (isShown) place.current?.focus({ preventScroll: true });
  }, [isShown]);
  return (
    <div ref={place} tabIndex={-1}>
      {isShown ? (
        children
      ) : (
        <Panel
          title={title}
          sub={sub}
          actions={
            <Button
              variant="subtle"
              aria-label={`Show ${title.toLowerCase()}`}
              onClick={() => setShown(true)}
            >
              Show
            </Button>
          }
        >
          <></>
        </Panel>
      )}
    </div>
  );
}
