import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const dashboard = 'src/dashboard';

/** Where colours are written down, and where a foreign library wants them as figures. */
const palettes = [`${dashboard}/app/tokens.css`, `${dashboard}/app/theme.ts`];

/** What a browser fills with by itself, which an exported picture need not say: no colour of ours. */
const tolerated = [`${dashboard}/history/export/ink.ts: rgb(0, 0, 0)`];

/** Every colour that CSS knows by a name, but those that name none (`transparent`, `currentcolor`). */
const names =
  'aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke yellow yellowgreen';

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

test('a colour is seen in every form it can be written in', () => {
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

test('no page sets its own colours: they stand in the tokens', async () => {
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

test('what stands before the stylesheets has the colours of the tokens', async () => {
  const tokens = await readFile(join(root, dashboard, 'app/tokens.css'), 'utf8');
  const html = await readFile(join(root, 'index.html'), 'utf8');
  const surfaces = [...tokens.matchAll(/--surface-0: (#\w+);/g)].map(([, colour]) => colour);
  expect(html.match(figures)).toEqual(surfaces);
});
