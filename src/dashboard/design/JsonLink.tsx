import { Button } from '@mantine/core';
import { usePrivacy } from '../preferences/preferences.ts';

interface JsonLinkProps {
  /** Whose answer it is: "acme-treasury", "the history". */
  readonly title: string;
  /** A path of the service. */
  readonly path: string;
  /** `line` within the words of a note. */
  readonly variant?: 'button' | 'line';
}

/** Opens what the service answers in a tab of its own; also where the page could not read it. Not while figures are hidden. */
export function JsonLink({ title, path, variant = 'button' }: JsonLinkProps) {
  if (usePrivacy() !== 'off') return null;
  const label = `JSON of ${title}`;
  const link = {
    href: path,
    target: '_blank',
    rel: 'noreferrer',
    'aria-label': label,
    title: label,
  };
  if (variant === 'line') return <a {...link}>JSON</a>;
  return (
    <Button component="a" variant="subtle" {...link}>
      JSON
    </Button>
  );
}
