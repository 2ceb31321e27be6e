import type { LineStyle } from './scene.ts';
import { fitText, textWidth } from './textWidth.ts';

/** What is written around an exported picture, so that it says by itself what it shows. */
export interface Captions {
  readonly title: string;
  /** Period and window: "Month: 18 May 2026, 16:00 to 17 Jun 2026, 14:23 UTC". */
  readonly window: string;
  readonly asOf: string;
  /** Unit and scale of the figures: "USD, log scale". */
  readonly unit: string;
  /** The lines, where there are several. */
  readonly keys: readonly { readonly name: string; readonly style: LineStyle }[];
}

const gutter = 24;

/** A picture that needs nothing of the page it was drawn on. */
export interface Picture {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

/**
 * A drawn chart as an SVG that stands alone: the very shapes and words on the screen, in the colours they have there,
 * under captions that say what they show. Fonts are named, not held.
 */
export function svgOf(drawn: SVGElement, captions: Captions): Picture {
  const size = { width: numberOf(drawn, 'width'), height: numberOf(drawn, 'height') };
  const width = size.width + 2 * gutter;
  const lines = captionLines(captions, size.width);
  const top = gutter + lines.height;
  const height = top + size.height + gutter;

  const svg = make(
    'svg',
    { width, height, viewBox: `0 0 ${width} ${height}`, role: 'img' },
    make('title', {}, captions.title),
    make('desc', {}, [captions.window, captions.asOf, captions.unit].filter(Boolean).join('. ')),
    make('rect', { width, height, fill: tokenOf('--surface-0') }),
    make('g', { transform: `translate(${gutter} ${gutter})` }, ...lines.elements),
    make('g', { transform: `translate(${gutter} ${top})` }, ...copiesOf(drawn)),
  );
  return { text: new XMLSerializer().serializeToString(svg), width, height };
}

/** Attributes that say how the page uses a shape, not how it looks; the looks are written out instead. */
const ofThePage = /^(class|style|id|tabindex|role|focusable|aria-.*|data-.*|on.*)$/;
const drawable = /^(path|line|rect|circle|polyline|polygon|text|tspan)$/;
/** Ids that shapes refer to. */
const referred = /^(clippath|pattern|lineargradient)$/i;

function copiesOf(parent: Element): Node[] {
  return Array.from(parent.childNodes).flatMap((node): Node[] => {
    if (node instanceof Text) return [document.createTextNode(node.data)];
    if (!(node instanceof Element) || isUnseen(node)) return [];
    const children = copiesOf(node);
    // The layers of a chart are groups that mostly hold nothing.
    const isEmpty = node.localName === 'g' && children.length === 0;
    return isEmpty ? [] : [copyOf(node, children)];
  });
}

function copyOf(element: Element, children: readonly Node[]): Element {
  const copy = make(element.localName, {}, ...children);
  for (const { name, value } of element.attributes) {
    const isReferred = name === 'id' && referred.test(element.localName);
    if (isReferred || !ofThePage.test(name)) copy.setAttribute(name, value);
  }
  if (drawable.test(element.localName)) {
    for (const [name, value] of styleOf(element)) copy.setAttribute(name, value);
  }
  return copy;
}

function isUnseen(element: Element): boolean {
  const { display, visibility } = getComputedStyle(element);
  return display === 'none' || visibility === 'hidden' || /^(desc|title)$/.test(element.localName);
}

function numberOf(element: Element, name: string): number {
  return Number.parseFloat(element.getAttribute(name) ?? '') || 0;
}

const heading = { size: 15, weight: 600 } as const;
const note = { size: 12, weight: 400 } as const;
const widthOf = (text: string) => textWidth(text, note.size, note.weight);
const row = 20;
const key = { width: 20, gap: 8, between: 20 } as const;

/** The lines of text above an exported picture, and how much room they take. */
function captionLines({ title, unit, window, asOf, keys }: Captions, width: number) {
  const elements: Element[] = [];
  let y = 15;
  const write = (text: string, ink: 1 | 2 | 3, other: Attributes = {}) => {
    const colour = { fill: tokenOf(`--ink-${ink}`), 'font-family': tokenOf('--font') };
    const font = { 'font-size': note.size, 'font-weight': note.weight };
    elements.push(make('text', { x: 0, y, ...colour, ...font, ...other }, text));
  };
  const atRight = { x: width, 'text-anchor': 'end' };

  const titleRoom = width - (unit === '' ? 0 : widthOf(unit) + key.between);
  const large = { 'font-size': heading.size, 'font-weight': heading.weight };
  write(fitText(title, titleRoom, heading.size, heading.weight), 1, large);
  write(unit, 3, atRight);
  y += row;
  write(window, 2);
  const fits = widthOf(window) + widthOf(asOf) + key.between <= width;
  if (!fits) y += row;
  write(asOf, 3, fits ? atRight : {});

  let x = 0;
  keys.forEach(({ name, style }, i) => {
    const text = fitText(name, width - key.width - key.gap, note.size, note.weight);
    const needed = key.width + key.gap + widthOf(text);
    if (i === 0 || x + needed > width) {
      x = 0;
      y += row;
    }
    const stroke = resolved(style.colour);
    const d = `M${x} ${y - 4}h${key.width}`;
    const line = { d, stroke, 'stroke-width': 2, 'stroke-dasharray': style.dash };
    elements.push(make('path', line));
    write(text, 1, { x: x + key.width + key.gap });
    x += needed + key.between;
  });
  return { elements, height: y + 13 };
}

/** Presentation attributes and what they are where there is none. */
const shapes = {
  fill: 'rgb(0, 0, 0)',
  'fill-opacity': '1',
  stroke: 'none',
  'stroke-width': '1px',
  'stroke-opacity': '1',
  'stroke-dasharray': 'none',
  'stroke-linecap': 'butt',
  'stroke-linejoin': 'miter',
  'paint-order': 'normal',
  opacity: '1',
} as const;
const texts = {
  ...shapes,
  'font-family': '',
  'font-size': '',
  'font-weight': '400',
  'text-anchor': 'start',
} as const;

/**
 * How a drawn element looks, in attributes every program that reads SVG knows: no variable, no class. What the browser does
 * not compute is read from the attribute.
 */
export function styleOf(element: Element): ReadonlyMap<string, string> {
  const computed = getComputedStyle(element);
  const isText = element.localName === 'text' || element.localName === 'tspan';
  const style = new Map<string, string>();
  for (const [name, none] of Object.entries(isText ? texts : shapes)) {
    const written = element.getAttribute(name) ?? '';
    // A reference within the drawing stays one; what is written with a variable is no style of the page.
    const isWritten = /^url\(|var\(/.test(written);
    const value = isWritten ? resolved(written) : computed.getPropertyValue(name) || none;
    if (value !== none) style.set(name, value);
  }
  if (isText && computed.getPropertyValue('font-feature-settings').includes('tnum')) {
    style.set('font-variant', 'tabular-nums');
  }
  return style;
}

/** The value of a variable of the look, such as `--ink-1`; of a light and a dark colour the one that is shown. */
export function tokenOf(name: string): string {
  const page = getComputedStyle(document.documentElement);
  const both = /^light-dark\((.+), ?(.+)\)$/;
  const shown = page.colorScheme === 'dark' ? '$2' : '$1';
  return page.getPropertyValue(name).trim().replace(both, shown);
}

/** A value with its variables written out. */
export function resolved(value: string): string {
  return value.replaceAll(/var\((--[\w-]+)\)/g, (_, name: string) => tokenOf(name));
}

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An element of a drawing, with its attributes and what is in it. */
export function make(
  name: string,
  attributes: Attributes,
  ...children: readonly (Node | string)[]
): Element {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(key, String(value));
  }
  element.append(...children);
  return element;
}
