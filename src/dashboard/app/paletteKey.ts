/** Whether the keyboard is likely to have a ⌘. */
export function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

const letter = 'K';

/** What opens the command palette: a letter with Ctrl or ⌘. */
export const paletteKey = {
  letter,
  label: 'Search or jump to',
  /** In the sheet of shortcuts. */
  listed: `Ctrl ${letter}`,
  /** For `aria-keyshortcuts`. */
  announced: `Control+${letter} Meta+${letter}`,
  isPressed: ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
    (ctrlKey || metaKey) && !shiftKey && !altKey && key.toUpperCase() === letter,
} as const;
