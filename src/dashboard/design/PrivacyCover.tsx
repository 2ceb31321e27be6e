import { Button, Group, Text } from '@mantine/core';
import { createContext, type ReactNode, use, useState } from 'react';
import { type Privacy, usePrivacy } from '../preferences/preferences.ts';

/** True inside content that the person chose to show. */
export const IsRevealed = createContext(false);

interface PrivacyCoverProps {
  /** Its name on the button that shows it: "request body". */
  readonly what: string;
  /** Rendered only while it is shown, so that nothing hidden is in the document. */
  readonly children: ReactNode;
}

/**
 * Hides content that may contain amounts while privacy mode is on, until the person presses Show: JSON, messages, attributes.
 * Single figures need no cover: their format hides them.
 */
export function PrivacyCover({ what, children }: PrivacyCoverProps) {
  const privacy = usePrivacy();
  const isRevealed = use(IsRevealed);
  const [shownIn, setShownIn] = useState<Privacy>('off');
  // Each change of privacy mode hides it again.
  if (shownIn !== 'off' && shownIn !== privacy) setShownIn('off');
  if (privacy === 'off' || isRevealed) return children;
  if (privacy === shownIn) {
    return (
      <div ref={takeFocus} tabIndex={-1}>
        <IsRevealed value>{children}</IsRevealed>
      </div>
    );
  }
  return (
    <Group gap="xs" px="sm" py={6} my={4} bg="var(--surface-1)" bdrs="sm">
      <Text span size="xs" c="var(--ink-2)">
        Hidden in privacy mode
      </Text>
      <Button size="xs" aria-label={`Show ${what}`} onClick={() => setShownIn(privacy)}>
        Show
      </Button>
    </Group>
  );
}

/** The Show button is gone: the focus moves to what it showed. */
function takeFocus(shown: HTMLElement | null): void {
  shown?.focus({ preventScroll: true });
}
