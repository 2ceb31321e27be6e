import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { colourCount } from '#dashboard/portfolio/categories.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const dashboard = 'src/dashboard';

/** Where colours are written down, and where a foreign library wants them as figures. */
const palettes = [`${dashboard}/design/tokens.css`, `${dashboard}/design/theme.ts`];

/** What a browser fills with by itself, which an exported picture need not say: no colour of ours. */
const tolerated = [`${dashboard}/chart/exportSvg.ts: rgb(0, 0, 0)`];

/** Every colour that CSS knows by a name, but those that name none (`transparent`, `currentcolor`). */
const names =
  'aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke yellow yellowgreen';

/** A light colour and a dark one. */
const both = String.raw`light-dark\((#\w{6}), (#\w{6})\)`;

const figures =
  /#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})(?![\w-])|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix)\([^)]*\)/gi;
const named = new RegExp(String.raw`(?<![\w-])(?:${names.replaceAll(' ', '|')})(?![\w-])`, 'gi');

/** The values of a stylesheet; what is addressed by name (a variable, an animation, a file) is none. */
function cssValues(text: string): string[] {
  const declarations = text.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/[\w-]+:\s*([^;{}]+)[;}]/g);
  return [...declarations].map(([, value = '']) => value.replaceAll(/var\([^)]*\)/g, ''));
}

/** The texts of a program, without its comments. */
function literals(text: string): string[] {
  const code = text.replaceAll(/\/\*.*?\*\/|(?<![:'"`])\/\/[^\n]*/gs, '');
  return [...code.matchAll(/(['"`])((?:\\.|(?!\1).)*)\1/gs)].map(([, , literal = '']) => literal);
}

/** The colours a file writes down. A name is one where it is a whole value: `Green and red` are words. */
function coloursIn(file: string, text: string): string[] {
  if (file.endsWith('.css')) {
    return cssValues(text).flatMap((value) => [
      ...(value.match(figures) ?? []),
      ...(value.match(named) ?? []),
    ]);
  }
  return literals(text).flatMap((literal) => [
    ...(literal.match(figures) ?? []),
    ...(literal.replaceAll(named, '') === '' && literal !== '' ? [literal] : []),
  ]);
}

test('finds a color in every notation', () => {
  const css = `.a { color: #fff; border: 1px solid Tomato; background: rgb(0 0 0 / 50%) }
    .red { fill: color-mix(in oklab, var(--a), var(--green)); color: var(--red); /* blue */ }`;
  expect(coloursIn('a.css', css)).toEqual([
    '#fff',
    'Tomato',
    'rgb(0 0 0 / 50%)',
    'color-mix(in oklab, , )',
  ]);
  const tsx = `<line stroke="#12345678" fill='red' d={\`M0 \${red}\`} /> // "white"
    const words = 'Green and red'; const at = '#main'; const ink = "hsl(1deg 2% 3%)";`;
  expect(coloursIn('a.tsx', tsx)).toEqual(['#12345678', 'red', 'hsl(1deg 2% 3%)']);
});

test('no page defines its own colors; all are tokens', async () => {
  const entries = await readdir(join(root, dashboard), { recursive: true });
  const files = entries
    .filter((entry) => /\.(css|tsx?)$/.test(entry))
    .map((entry) => join(dashboard, entry))
    .filter((file) => !palettes.includes(file));
  expect(files.length).toBeGreaterThan(200);
  const found: string[] = [];
  for (const file of files) {
    const text = await readFile(join(root, file), 'utf8');
    found.push(...coloursIn(file, text).map((colour) => `${file}: ${colour}`));
  }
  expect(found).toEqual(tolerated);
});

test('colors outside the style sheets match the tokens', async () => {
  const tokens = await readFile(join(root, dashboard, 'design/tokens.css'), 'utf8');
  const html = await readFile(join(root, 'index.html'), 'utf8');
  const [, ...surfaces] = new RegExp(`--surface-0: ${both}`).exec(tokens) ?? [];
  expect(html.match(figures)).toEqual(surfaces);
});

const mix = (weights: readonly number[], of: readonly number[]) =>
  weights.reduce((sum, weight, i) => sum + weight * (of[i] ?? 0), 0);

/** Oklab, in which distances are as far apart as they look, and the luminance of WCAG. */
function lookOf(hex: string) {
  const linear = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  const cones = [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
  ].map((weights) => Math.cbrt(mix(weights, linear)));
  const lab = [
    [0.2104542553, 0.793617785, -0.0040720468],
    [1.9779984951, -2.428592205, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.808675766],
  ].map((weights) => mix(weights, cones));
  return { lab, luminance: mix([0.2126, 0.7152, 0.0722], linear) };
}

test('twelve categories are distinguishable and visible in both schemes', async () => {
  const tokens = await readFile(join(root, dashboard, 'design/tokens.css'), 'utf8');
  const coloursOf = (name: string, scheme: number) =>
    [...tokens.matchAll(new RegExp(`--${name}: ${both}`, 'g'))].map((match) =>
      lookOf(match[scheme] ?? ''),
    );
  for (const scheme of [1, 2]) {
    const own = coloursOf(String.raw`cat-\d+`, scheme);
    const [page] = coloursOf('surface-0', scheme);
    expect(own).toHaveLength(colourCount);
    if (page === undefined) throw new Error('No --surface-0');
    for (const [i, { lab, luminance }] of own.entries()) {
      const [dark = 0, light = 0] = [luminance, page.luminance].toSorted((a, b) => a - b);
      expect((light + 0.05) / (dark + 0.05)).toBeGreaterThan(3);
      for (const other of own.slice(0, i)) {
        const distance = Math.hypot(...lab.map((value, axis) => value - (other.lab[axis] ?? 0)));
        expect(distance).toBeGreaterThan(0.085);
      }
    }
  }
});
