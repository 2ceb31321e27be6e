/** Names and values that tell series of one metric apart. */
export type Labels = Readonly<Record<string, string | number>>;

/** A metric: what it is called and means, and its series. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** Each with what stands behind the name, as `_bucket` of a histogram. */
  readonly samples: readonly (readonly [labels: Labels, value: number, suffix?: string])[];
}

export const expositionType = 'text/plain; version=0.0.4; charset=utf-8';

/** Metrics in the text format of Prometheus, version 0.0.4. One without a sample is left out. */
export function exposition(metrics: readonly Metric[]): string {
  return metrics
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, help, type, samples }) =>
      [
        `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
        `# TYPE ${name} ${type}`,
        ...samples.map(
          ([labels, value, suffix = '']) =>
            `${name}${suffix}${labelText(labels)} ${valueText(value)}`,
        ),
        '',
      ].join('\n'),
    )
    .join('');
}

/** A metric of one series. */
export function gauge(name: string, help: string, value: number): Metric {
  return { name, help, type: 'gauge', samples: [[{}, value]] };
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => {
    const text = String(value).replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
    return `${name}="${text.replaceAll('"', '\\"')}"`;
  });
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function valueText(value: number): string {
  if (Number.isFinite(value)) return String(value);
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
}

/** Counts by labels. */
export function createCounter(name: string, help: string) {
  const counts = new Map<string, { readonly labels: Labels; count: number }>();
  return {
    add(labels: Labels): void {
      const key = JSON.stringify(labels);
      const counted = counts.get(key) ?? { labels, count: 0 };
      counted.count += 1;
      counts.set(key, counted);
    },
    metric: (): Metric => ({
      name,
      help,
      type: 'counter',
      samples: [...counts.values()].map(({ labels, count }) => [labels, count]),
    }),
  };
}

/** Upper bounds, in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, Infinity];

/** Durations by labels. */
export function createHistogram(name: string, help: string) {
  const series = new Map<
    string,
    { readonly labels: Labels; readonly counts: number[]; sum: number }
  >();
  return {
    add(labels: Labels, seconds: number): void {
      const key = JSON.stringify(labels);
      const one = series.get(key) ?? { labels, counts: bounds.map(() => 0), sum: 0 };
      const at = bounds.findIndex((bound) => seconds <= bound);
      one.counts[at] = (one.counts[at] ?? 0) + 1;
      one.sum += seconds;
      series.set(key, one);
    },
    metric: (): Metric => ({
      name,
      help,
      type: 'histogram',
      samples: [...series.values()].flatMap(({ labels, counts, sum }) => {
        let total = 0;
        const buckets = counts.map((count, at): Metric['samples'][number] => {
          total += count;
          return [{ ...labels, le: valueText(bounds[at] ?? Infinity) }, total, '_bucket'];
        });
        return [...buckets, [labels, sum, '_sum'], [labels, total, '_count']];
      }),
    }),
  };
}
