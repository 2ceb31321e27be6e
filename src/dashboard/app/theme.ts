import { createTheme, type CSSVariablesResolver } from '@mantine/core';

/** Mantine's theme. It holds no colour but the accent's tuple: everything else reads the tokens. */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 6 },
  respectReducedMotion: true,
  cursorType: 'pointer',
  activeClassName: '',
  colors: {
    accent: [
      '#f0f3fc',
      '#e0e7fd',
      '#c5d3fd',
      '#a1b8fb',
      '#819dfa',
      '#5673f0',
      '#2e49cd',
      '#2339ab',
      '#1d2886',
      '#141e63',
    ],
  },
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-mono)',
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  fontSizes: { xs: '11px', sm: '12px', md: '13px', lg: '15px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '16px', md: '20px', lg: '20px', xl: '28px' },
  headings: {
    fontFamily: 'var(--font-display)',
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px' },
      h2: { fontSize: '13px', lineHeight: '20px' },
      h3: { fontSize: '13px', lineHeight: '20px' },
    },
  },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '2px', sm: '3px', md: '3px', lg: '6px', xl: '6px' },
  defaultRadius: 'sm',
  shadows: { xs: 'none', sm: 'none', md: 'none', lg: 'none', xl: 'none' },
});

const fromTokens = {
  '--mantine-color-body': 'var(--surface-0)',
  '--mantine-color-text': 'var(--ink-1)',
  '--mantine-color-bright': 'var(--ink-1)',
  '--mantine-color-dimmed': 'var(--ink-3)',
  '--mantine-color-placeholder': 'var(--ink-3)',
  '--mantine-color-default': 'var(--surface-0)',
  '--mantine-color-default-hover': 'var(--surface-1)',
  '--mantine-color-default-color': 'var(--ink-1)',
  '--mantine-color-default-border': 'var(--line-2)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-color-success': 'var(--gain)',
  '--mantine-color-disabled': 'var(--surface-1)',
  '--mantine-color-disabled-color': 'var(--ink-4)',
  '--mantine-color-disabled-border': 'var(--line-2)',
  '--mantine-color-accent-filled': 'var(--accent-fill)',
  '--mantine-color-accent-filled-hover': 'var(--accent-fill-hover)',
  '--mantine-color-accent-light': 'var(--accent-tint)',
  '--mantine-color-accent-light-color': 'var(--accent)',
  '--mantine-primary-color-filled': 'var(--accent-fill)',
  '--mantine-primary-color-filled-hover': 'var(--accent-fill-hover)',
  '--mantine-primary-color-light': 'var(--accent-tint)',
  '--mantine-primary-color-light-color': 'var(--accent)',
  '--mantine-primary-color-contrast': 'var(--accent-ink)',
};

/** Mantine sets its defaults in `light` and `dark`, so the tokens (which follow the scheme by themselves) go into both. */
export const resolver: CSSVariablesResolver = () => ({
  variables: {},
  light: fromTokens,
  dark: fromTokens,
});
