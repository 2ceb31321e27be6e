import { Button } from '@mantine/core';
import { usePrivacy } from '../preferences/preferences.ts';

interface JsonLinkProps {
  readonly title: string;
  readonly path: string;
  readonly variant?: 'button' | 'line';
}

/** Opens the response in a new tab, even if the page could not parse it. Not available while figures are hidden. */
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
