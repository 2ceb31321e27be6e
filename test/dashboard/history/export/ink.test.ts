import { expect, test } from 'vitest';
import { inkOf } from '#dashboard/history/export/ink.ts';
import { make } from '#dashboard/history/export/make.ts';

const ink = (element: Element) => {
  document.body.append(element);
  return Object.fromEntries(inkOf(element));
};

test('variables are written out, references stay, and what a page styles is said in attributes', () => {
  document.documentElement.style.setProperty('--accent', '#2e49cd');
  expect(ink(make('path', { stroke: 'var(--accent)', fill: 'url(#gap)' }))).toEqual({
    stroke: '#2e49cd',
    fill: 'url(#gap)',
  });

  const tag = make('rect', { fill: 'red' });
  tag.setAttribute('style', 'fill: rgb(1, 2, 3); stroke-width: 2px');
  expect(ink(tag)).toEqual({ fill: 'rgb(1, 2, 3)', 'stroke-width': '2px' });
});
