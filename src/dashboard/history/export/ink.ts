/** Presentation attributes and what they are where nothing is said. */
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
export function inkOf(element: Element): ReadonlyMap<string, string> {
  const computed = getComputedStyle(element);
  const isText = element.localName === 'text' || element.localName === 'tspan';
  const ink = new Map<string, string>();
  for (const [name, none] of Object.entries(isText ? texts : shapes)) {
    const written = element.getAttribute(name) ?? '';
    // A reference within the drawing stays one; what is written with a variable is no style of the page.
    const isWritten = /^url\(|var\(/.test(written);
    const value = isWritten ? resolved(written) : computed.getPropertyValue(name) || none;
    if (value !== none) ink.set(name, value);
  }
  if (isText && computed.getPropertyValue('font-feature-settings').includes('tnum')) {
    ink.set('font-variant', 'tabular-nums');
  }
  return ink;
}

/** The value of a variable of the look, such as `--ink-1`. */
export function tokenOf(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** A value with its variables written out. */
export function resolved(value: string): string {
  return value.replaceAll(/var\((--[\w-]+)\)/g, (_, name: string) => tokenOf(name));
}
