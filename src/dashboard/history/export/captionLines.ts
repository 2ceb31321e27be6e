import { fitText, textWidth } from '../textWidth.ts';
import type { Captions } from './captions.ts';
import { resolved, tokenOf } from './ink.ts';
import { make } from './make.ts';

/** `textWidth` is of 11 px in regular weight; a title is wider. */
const scaleOf = { title: (15 / 11) * 1.06, note: 12 / 11 } as const;
const row = 20;
const key = { width: 20, gap: 8, apart: 20 } as const;

/** The words above an exported picture, and how much room they take. */
export function captionLines(
  captions: Captions,
  width: number,
): { readonly elements: readonly Element[]; readonly height: number } {
  const unitWidth = textWidth(captions.unit) * scaleOf.note;
  const titleRoom = width - (captions.unit === '' ? 0 : unitWidth + key.apart);
  const elements = [
    words(fitText(captions.title, titleRoom / scaleOf.title), { y: 15, size: 15, ink: 1 }),
    words(captions.unit, { y: 15, ink: 3, right: width }),
    words(captions.window, { y: 15 + row, ink: 2 }),
  ];
  const both = (textWidth(captions.window) + textWidth(captions.asOf)) * scaleOf.note;
  let y = 15 + row;
  if (both + key.apart > width) {
    y += row;
    elements.push(words(captions.asOf, { y, ink: 3 }));
  } else elements.push(words(captions.asOf, { y, ink: 3, right: width }));

  let x = 0;
  captions.keys.forEach(({ name, look }, i) => {
    const text = fitText(name, (width - key.width - key.gap) / scaleOf.note);
    const needed = key.width + key.gap + textWidth(text) * scaleOf.note;
    if (i === 0 || x + needed > width) {
      x = 0;
      y += row;
    }
    const stroke = resolved(look.colour);
    const d = `M${x} ${y - 4}h${key.width}`;
    const line = { d, stroke, 'stroke-width': 2, 'stroke-dasharray': look.dash };
    elements.push(make('path', line), words(text, { x: x + key.width + key.gap, y, ink: 1 }));
    x += needed + key.apart;
  });
  return { elements, height: y + 13 };
}

interface Place {
  readonly x?: number;
  readonly y: number;
  readonly ink: 1 | 2 | 3;
  readonly size?: number;
  /** Ends there instead of starting at x. */
  readonly right?: number;
}

function words(text: string, { x = 0, y, ink, size = 12, right }: Place): Element {
  const attributes = {
    x: right ?? x,
    y,
    fill: tokenOf(`--ink-${ink}`),
    'font-family': tokenOf('--font'),
    'font-size': size,
    'font-weight': size > 12 ? 600 : 400,
    'text-anchor': right === undefined ? undefined : 'end',
  };
  return make('text', attributes, text);
}
