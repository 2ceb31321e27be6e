import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rowHeights, stickyHeights } from '#dashboard/design/useVirtualRows.ts';
import {
  defaultPreferences,
  gainLossNames,
  gainLossPairs,
} from '#dashboard/preferences/preferences.ts';
import { colourCount } from '#dashboard/portfolio/categories.ts';

const dashboard = join(import.meta.dirname, '../../../src/dashboard');

const css = readFileSync(join(dashboard, 'design/tokens.css'), 'utf8').replaceAll(
  /\/\*.*?\*\//gs,
  '',
);

/** The variables of every block whose selector is one of these, later ones winning, in one of the schemes. */
function tokensOf(scheme: 'light' | 'dark', ...selectors: string[]): Map<string, string> {
  const tokens = new Map<string, string>();
  for (const [, selector = '', body = ''] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    if (!selectors.includes(selector.trim())) continue;
    for (const [, name = '', value = ''] of body.matchAll(/(--[\w-]+):\s*([^;]+);/g)) {
      const [, light = value, dark = value] = /^light-dark\((.+), (.+)\)$/.exec(value) ?? [];
      tokens.set(name, scheme === 'light' ? light : dark);
    }
  }
  return tokens;
}

const { gainLoss: initialPair } = defaultPreferences;

const pairsAndSchemes = gainLossPairs.flatMap((pair) =>
  (['light', 'dark'] as const).map((scheme) => {
    const own = `[data-gain-loss='${pair}']`;
    const tokens = tokensOf(scheme, ':root', ...(pair === initialPair ? [] : [own]));
    return [`${scheme}, ${pair}`, pair, tokens] as const;
  }),
);

/** Relative luminance (WCAG 2.2) of `#rrggbb`. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

const surfaces = ['--surface-0', '--surface-1', '--surface-2', '--accent-tint'];
const texts = [
  '--ink-1',
  '--ink-2',
  '--ink-3',
  '--accent',
  '--gain',
  '--loss',
  '--ok',
  '--danger',
  '--warn',
];
const categories = Array.from({ length: colourCount }, (_, index) => `--cat-${index + 1}`);

/** Foregrounds on backgrounds with their minimum contrast: text 4.5, marks 3. */
const pairs: [text: string, surface: string, least: number][] = [
  ...texts.flatMap((text) => surfaces.map((on): [string, string, number] => [text, on, 4.5])),
  ...['loss', 'ok', 'danger', 'warn'].map((name): [string, string, number] => [
    `--${name}`,
    `--${name}-tint`,
    4.5,
  ]),
  ...categories.map((category): [string, string, number] => ['--ink-2', `${category}-tint`, 4.5]),
  ...categories.map((category): [string, string, number] => [category, '--surface-0', 3]),
  ['--line-3', '--surface-0', 3],
  ['--line-3', '--surface-1', 3],
  ['--accent-ink', '--accent-fill', 4.5],
  // It is 4.48, rounded 4.5.
  ['--accent-ink', '--accent-fill-hover', 4.45],
  ['--surface-0', '--ink-1', 4.5],
  ['--surface-0', '--accent', 4.5],
];

test.each(pairsAndSchemes)(
  'every text and mark of the scheme %s is legible',
  (_, _pair, tokens) => {
    const tooWeak = pairs.filter(([text, surface, least]) => {
      const [a, b] = [tokens.get(text), tokens.get(surface)];
      if (a === undefined || b === undefined) throw new Error(`No ${text} or no ${surface}`);
      return contrast(a, b) < least;
    });
    expect(tooWeak).toEqual([]);
  },
);

test('measures contrast correctly', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.478, 2);
});

/** Hue of `#rrggbb` in degrees, from -30 to 330; red is 0. */
function hueOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) =>
    Number.parseInt(hex.slice(start, start + 2), 16),
  );
  const angle = (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI;
  return angle < -30 ? angle + 360 : angle;
}

/** Hue ranges of named colors. */
const hues: Readonly<Record<string, readonly [number, number]>> = {
  red: [-10, 10],
  vermilion: [12, 32],
  green: [125, 155],
  petrol: [170, 195],
};

test.each(pairsAndSchemes)(
  'in the scheme %s, gain and loss have the colors that Settings names',
  (_, pair, tokens) => {
    const named = gainLossNames[pair].toLowerCase().split(' and ');
    const shown = ['--gain', '--loss'].map((token) => {
      const angle = hueOf(tokens.get(token) ?? '');
      return Object.keys(hues).find((hue) => {
        const [from = NaN, to = NaN] = hues[hue] ?? [];
        return from < angle && angle < to;
      });
    });
    expect(shown).toEqual(named);
  },
);

test('every token is used', () => {
  const files = globSync('**/*.{css,ts,tsx}', { cwd: dashboard });
  const texts = files.map((file) => readFileSync(join(dashboard, file), 'utf8')).join('\n');
  // Categories are counted: `--cat-${index}`.
  const used = [...texts.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name);
  const known = new Set([...used, ...categories, ...categories.map((name) => `${name}-tint`)]);
  const defined = [...css.matchAll(/(--[\w-]+):/g)].map(([, name]) => name);
  expect(defined.filter((name) => !known.has(name))).toEqual([]);
});

test('rows in scrolled lists have the height of their token', () => {
  const [wide, narrow] = css.split('@media (max-width: 767px)');
  const heightOf = (name: string, within = wide) =>
    Number(new RegExp(`${name}: (\\d+)px;`).exec(within ?? '')?.[1]);
  expect(rowHeights).toEqual({ wide: heightOf('--row'), narrow: heightOf('--row-touch') });
  expect(stickyHeights).toEqual({
    bar: heightOf('--bar'),
    head: heightOf('--row-head'),
    narrowBar: heightOf('--bar', narrow),
    tabs: heightOf('--tabs', narrow),
  });
});
