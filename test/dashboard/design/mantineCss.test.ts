import { expect, test } from 'vitest';
import { mantineCss } from '#dashboard/design/mantineCss.ts';

const css = mantineCss();

/** The declarations of the blocks with this selector in them. */
function blockOf(selector: string): string {
  const blocks = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)];
  return blocks
    .filter(([, head]) => head?.includes(selector))
    .map(([, , body]) => body)
    .join('');
}

test('Mantine uses our tokens in both schemes', () => {
  for (const scheme of ['light', 'dark']) {
    const block = blockOf(`[data-mantine-color-scheme="${scheme}"]`);
    expect(block).toContain('--mantine-color-body: var(--surface-0);');
    expect(block).toContain('--mantine-color-text: var(--ink-1);');
    expect(block).toContain('--mantine-color-accent-filled: var(--accent-fill);');
  }
});

test('the theme is in the variables', () => {
  const block = blockOf(':root,');
  expect(block).toContain('--mantine-font-family: var(--font);');
  expect(block).toContain('--mantine-radius-default: 3px;');
  expect(block).toContain('--mantine-color-accent-6: #2e49cd;');
});

test('omits unused hues', () => {
  expect(css).not.toMatch(/--mantine-color-(grape|lime|teal)-/);
});
