import { expect, test } from 'vitest';
import { createHistogram, exposition } from '#gateway/operate/exposition.ts';

test('what a label or a help holds breaks no line', () => {
  const name = 'portfolio_made_up';
  const labels = { of: 'a "b"\\\nc' };
  const samples = [
    [labels, NaN],
    [{}, -Infinity],
  ] as const;
  expect(exposition([{ name, help: 'One\nline \\', type: 'gauge', samples }])).toBe(
    [
      '# HELP portfolio_made_up One\\nline \\\\',
      '# TYPE portfolio_made_up gauge',
      'portfolio_made_up{of="a \\"b\\"\\\\\\nc"} NaN',
      'portfolio_made_up -Inf',
      '',
    ].join('\n'),
  );
});

test('a histogram counts up to each bound, the bound itself among them', () => {
  const histogram = createHistogram('took', 'Took.');
  for (const seconds of [0.005, 0.0051, 3, 1000]) histogram.add({ of: 'a' }, seconds);
  const text = exposition([histogram.metric()]);
  const counts = [...text.matchAll(/le="([^"]+)"\} (\d+)/g)].map(([, le, count]) => [le, count]);
  expect(counts).toEqual([
    ['0.005', '1'],
    ['0.01', '2'],
    ...['0.025', '0.05', '0.1', '0.25', '0.5', '1', '2.5'].map((le) => [le, '2']),
    ['5', '3'],
    ['10', '3'],
    ['+Inf', '4'],
  ]);
  expect(text).toContain('took_sum{of="a"} 1003.0101');
  expect(text).toContain('took_count{of="a"} 4');
});
