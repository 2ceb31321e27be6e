import { Button, Group, Text } from '@mantine/core';
import { createContext, type ReactNode, use, useState } from 'react';
import { type Privacy, usePrivacy } from '../preferences/preferences.ts';

export const IsRevealed = createContext(false);

interface PrivacyCoverProps {
  readonly what: string;
  /** Rendered only while shown, so that nothing hidden is in the document. */
  readonly children: ReactNode;
}

/** Hides content that may contain amounts (JSON, messages, attributes) in privacy mode. Formats already hide single figures. */
export function PrivacyCover({ what, children }: PrivacyCoverProps) {
  const privacy = usePrivacy();
  const isRevealed = use(IsRevealed);
  const [shownIn, setShownIn] = useState<Privacy>('off');
  // Each change of the privacy mode hides the content again.
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

function takeFocus(shown: HTMLElement | null): void {
  shown?.focus({ preventScroll: true });
}
