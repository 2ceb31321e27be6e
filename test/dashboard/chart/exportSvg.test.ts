import { expect, test } from 'vitest';
import { make, styleOf } from '#dashboard/chart/exportSvg.ts';

const style = (element: Element) => {
  document.body.append(element);
  return Object.fromEntries(styleOf(element));
};

test('resolves variables, keeps references, and writes styles as attributes', () => {
  document.documentElement.style.setProperty('--accent', '#2e49cd');
  expect(style(make('path', { stroke: 'var(--accent)', fill: 'url(#gap)' }))).toEqual({
    stroke: '#2e49cd',
    fill: 'url(#gap)',
  });

  const tag = make('rect', { fill: 'red' });
  tag.setAttribute('style', 'fill: rgb(1, 2, 3); stroke-width: 2px');
  expect(style(tag)).toEqual({ fill: 'rgb(1, 2, 3)', 'stroke-width': '2px' });
});
