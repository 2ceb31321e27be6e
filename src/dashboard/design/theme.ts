import {
  ActionIcon,
  Button,
  colorsTuple,
  createTheme,
  type CSSVariablesResolver,
  defaultVariantColorsResolver,
  Kbd,
  Skeleton,
  type VariantColorResolverResult,
} from '@mantine/core';

const variants: Partial<Record<string, VariantColorResolverResult>> = {
  default: pressable('var(--surface-0)', 'var(--surface-1)', 'var(--ink-1)', 'var(--line-2)'),
  danger: pressable('var(--surface-0)', 'var(--surface-1)', 'var(--danger)', 'var(--line-2)'),
  filled: pressable(
    'var(--accent-fill)',
    'var(--accent-fill-hover)',
    'var(--accent-ink)',
    'transparent',
  ),
  subtle: {
    ...pressable('transparent', 'var(--surface-2)', 'var(--ink-2)', 'transparent'),
    hoverColor: 'var(--ink-1)',
  },
};

function pressable(background: string, hover: string, color: string, line: string) {
  return { background, hover, color, border: `var(--hair) solid ${line}` };
}

const comboboxProps = { shadow: 'none', offset: 4 };

export const theme = createTheme({
  primaryColor: 'accent',
  respectReducedMotion: true,
  cursorType: 'pointer',
  activeClassName: '',
  colors: { accent: colorsTuple('#2e49cd') },
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-mono)',
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  fontSizes: { xs: '12px', sm: '13px', md: '13px', lg: '15px', xl: '20px' },
  lineHeights: { xs: '18px', sm: '20px', md: '20px', lg: '20px', xl: '28px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '2px', sm: '3px', md: '3px', lg: '6px', xl: '6px' },
  defaultRadius: 'sm',
  shadows: { xs: 'none', sm: 'none', md: 'none', lg: 'none', xl: 'none' },
  variantColorResolver: (input) => variants[input.variant] ?? defaultVariantColorsResolver(input),
  components: {
    Button: Button.extend({ defaultProps: { variant: 'default' } }),
    Kbd: Kbd.extend({ defaultProps: { size: '11px' } }),
    // By name: rarely used components must not load with the theme.
    Anchor: { defaultProps: { inherit: true } },
    Checkbox: { defaultProps: { radius: 'xs' } },
    Select: {
      defaultProps: { allowDeselect: false, withCheckIcon: false, comboboxProps },
    },
    Autocomplete: { defaultProps: { comboboxProps } },
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    },
    Skeleton: Skeleton.extend({ defaultProps: { height: 10, radius: 'xs' } }),
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle' } }),
  },
});

const greys = {
  'var(--surface-0)': ['dark-6', 'dark-7'],
  'var(--surface-1)': ['gray-0', 'gray-1', 'dark-8'],
  'var(--surface-2)': ['gray-2', 'dark-9'],
  'var(--line-2)': ['gray-3', 'dark-5'],
  'var(--line-3)': ['gray-4', 'dark-4'],
  'var(--ink-4)': ['gray-5', 'dark-3'],
  'var(--ink-3)': ['gray-6', 'dark-2'],
  'var(--ink-2)': ['gray-7', 'dark-1'],
  'var(--ink-1)': ['gray-8', 'gray-9', 'dark-0'],
};

const fromTokens = {
  ...Object.fromEntries(
    Object.entries(greys).flatMap(([token, names]) =>
      names.map((name) => [`--mantine-color-${name}`, token]),
    ),
  ),
  '--mantine-color-body': 'var(--surface-0)',
  '--mantine-color-text': 'var(--ink-1)',
  '--mantine-color-bright': 'var(--ink-1)',
  '--mantine-color-placeholder': 'var(--ink-3)',
  '--mantine-color-default': 'var(--surface-0)',
  '--mantine-color-default-hover': 'var(--surface-1)',
  '--mantine-color-default-color': 'var(--ink-1)',
  '--mantine-color-default-border': 'var(--line-2)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-color-success': 'var(--ok)',
  '--mantine-color-disabled': 'var(--surface-1)',
  '--mantine-color-disabled-border': 'var(--line-2)',
  '--mantine-color-accent-filled': 'var(--accent-fill)',
  '--mantine-color-accent-filled-hover': 'var(--accent-fill-hover)',
  '--mantine-color-accent-light': 'var(--accent-tint)',
  '--mantine-color-accent-light-color': 'var(--accent)',
  '--mantine-primary-color-contrast': 'var(--accent-ink)',
};

/** Mantine sets its defaults in `light` and `dark`, so the tokens, which follow the scheme themselves, go into both. */
export const resolver: CSSVariablesResolver = () => ({
  variables: {},
  light: fromTokens,
  dark: fromTokens,
});
