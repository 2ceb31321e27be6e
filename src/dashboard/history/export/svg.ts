import { captionLines } from './captionLines.ts';
import type { Captions } from './captions.ts';
import { inkOf, tokenOf } from './ink.ts';
import { make } from './make.ts';

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

  const svg = make('svg', {
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    role: 'img',
  });
  svg.append(
    make('title', {}, captions.title),
    make('desc', {}, [captions.window, captions.asOf, captions.unit].filter(Boolean).join('. ')),
    make('rect', { width, height, fill: tokenOf('--surface-0') }),
    within(make('g', { transform: `translate(${gutter} ${gutter})` }), lines.elements),
    within(make('g', { transform: `translate(${gutter} ${top})` }), copiesOf(drawn)),
  );
  return { text: new XMLSerializer().serializeToString(svg), width, height };
}

function within(parent: Element, children: readonly Node[]): Element {
  parent.append(...children);
  return parent;
}

/** Attributes that say how the page uses a shape, not how it looks; the looks are written out instead. */
const ofThePage = /^(class|style|id|tabindex|role|focusable|aria-.*|data-.*|on.*)$/;
const drawable = new Set([
  'path',
  'line',
  'rect',
  'circle',
  'polyline',
  'polygon',
  'text',
  'tspan',
]);
/** Ids that shapes refer to. */
const referred = new Set(['clippath', 'pattern', 'lineargradient']);

function copiesOf(parent: Element): Node[] {
  return Array.from(parent.childNodes).flatMap((node): Node[] => {
    if (node instanceof Text) return [document.createTextNode(node.data)];
    if (!(node instanceof Element) || isUnseen(node)) return [];
    const children = copiesOf(node);
    // The layers of a chart are groups that mostly hold nothing.
    const isEmpty = node.localName === 'g' && children.length === 0;
    return isEmpty ? [] : [within(copyOf(node), children)];
  });
}

function copyOf(element: Element): Element {
  const copy = make(element.localName, {});
  for (const { name, value } of element.attributes) {
    const isReferred = name === 'id' && referred.has(element.localName.toLowerCase());
    if (isReferred || !ofThePage.test(name)) copy.setAttribute(name, value);
  }
  if (drawable.has(element.localName)) {
    for (const [name, value] of inkOf(element)) copy.setAttribute(name, value);
  }
  return copy;
}

function isUnseen(element: Element): boolean {
  const { display, visibility } = getComputedStyle(element);
  return (
    display === 'none' ||
    visibility === 'hidden' ||
    element.localName === 'desc' ||
    element.localName === 'title'
  );
}

function numberOf(element: Element, name: string): number {
  return Number.parseFloat(element.getAttribute(name) ?? '') || 0;
}
