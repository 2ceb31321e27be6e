export function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

const letter = 'K';

export const paletteKey = {
  letter,
  label: 'Search or jump to',
  listed: `Ctrl ${letter}`,
  announced: `Control+${letter} Meta+${letter}`,
  isPressed: ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
    (ctrlKey || metaKey) && !shiftKey && !altKey && key.toUpperCase() === letter,
} as const;
