import type { LineStyle } from './scene.ts';
import { fitText, textWidth } from './textWidth.ts';

export interface Captions {
  readonly title: string;
  readonly window: string;
  readonly asOf: string;
  readonly unit: string;
  readonly keys: readonly { readonly name: string; readonly style: LineStyle }[];
}

const gutter = 24;

export interface Picture {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

/** Returns a drawn chart as a standalone SVG with captions, in the colors on screen. Fonts are referenced, not embedded. */
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

/** Attributes for behavior. Computed styles replace those for appearance. */
const ofThePage = /^(class|style|id|tabindex|role|focusable|aria-.*|data-.*|on.*)$/;
const drawable = /^(path|line|rect|circle|polyline|polygon|text|tspan)$/;
const referred = /^(clippath|pattern|lineargradient)$/i;

function copiesOf(parent: Element): Node[] {
  return Array.from(parent.childNodes).flatMap((node): Node[] => {
    if (node instanceof Text) return [document.createTextNode(node.data)];
    if (!(node instanceof Element) || isUnseen(node)) return [];
    const children = copiesOf(node);
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

function captionLines({ title, unit, window, asOf, keys }: Captions, width: number) {
  const elements: Element[] = [];
  let y = 15;
  const write = (text: string, ink: 1 | 2 | 3, other: SvgAttributes = {}) => {
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

/** Presentation attributes with their defaults. */
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

/** Returns an element's style as SVG attributes, without variables or classes. Reads attributes that browsers do not compute. */
export function styleOf(element: Element): ReadonlyMap<string, string> {
  const computed = getComputedStyle(element);
  const isText = element.localName === 'text' || element.localName === 'tspan';
  const style = new Map<string, string>();
  for (const [name, none] of Object.entries(isText ? texts : shapes)) {
    const written = element.getAttribute(name) ?? '';
    // Keeps references within the drawing, and resolves variables.
    const isWritten = /^url\(|var\(/.test(written);
    const value = isWritten ? resolved(written) : computed.getPropertyValue(name) || none;
    if (value !== none) style.set(name, value);
  }
  if (isText && computed.getPropertyValue('font-feature-settings').includes('tnum')) {
    style.set('font-variant', 'tabular-nums');
  }
  return style;
}

/** Returns the value of a token such as `--ink-1`, in the current color scheme. */
export function tokenOf(name: string): string {
  const page = getComputedStyle(document.documentElement);
  const both = /^light-dark\((.+), ?(.+)\)$/;
  const shown = page.colorScheme === 'dark' ? '$2' : '$1';
  return page.getPropertyValue(name).trim().replace(both, shown);
}

export function resolved(value: string): string {
  return value.replaceAll(/var\((--[\w-]+)\)/g, (_, name: string) => tokenOf(name));
}

type SvgAttributes = Readonly<Record<string, string | number | undefined>>;

export function make(
  name: string,
  attributes: SvgAttributes,
  ...children: readonly (Node | string)[]
): Element {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(key, String(value));
  }
  element.append(...children);
  return element;
}
