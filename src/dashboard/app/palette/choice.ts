import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { fold } from '#contract/search.ts';
import type { Recent } from '../../shared/recents.ts';

/** One line of the palette. */
export interface Choice {
  readonly key: string;
  readonly icon: Icon;
  readonly label: string;
  /** Beside the label, quiet. */
  readonly sub?: string | null;
  /** At the right: figures, an address. */
  readonly end?: ReactNode;
  readonly shortcut?: string;
  /** A place it leads to; it can be opened in a new tab. */
  readonly to?: string;
  readonly run?: () => void;
  /** How it is kept as chosen lately. */
  readonly recent?: Recent;
}

export interface ChoiceGroup {
  readonly title: string;
  /** Beside the title, where more are found than shown. */
  readonly note?: string | null;
  readonly choices: readonly Choice[];
}

/** What is searched: a text, and where in. */
export interface Asked {
  readonly text: string;
  readonly scope: 'all' | 'users' | 'actions';
}

/** `>` before the text searches actions only, `@` users only. An id that begins so is found after one of them. */
export function readAsked(typed: string): Asked {
  const text = typed.trim();
  if (text.startsWith('>')) return { text: text.slice(1).trim(), scope: 'actions' };
  if (text.startsWith('@')) return { text: text.slice(1).trim(), scope: 'users' };
  return { text, scope: 'all' };
}

/** Whether every word of a text is in one of these; all are found without a text. */
export function isFound(text: string, ...within: readonly string[]): boolean {
  const folded = fold(within.join(' '));
  return fold(text)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}
