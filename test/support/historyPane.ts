import { expect } from 'vitest';
import { history } from '#contract/history.ts';
import type { HistoryType } from '#contract/historyType.ts';
import type { Visit } from './site.ts';

const labels: Record<HistoryType, string> = {
  day: 'Day',
  week: 'Week',
  month: 'Month',
  year: 'Year',
  all: 'All',
};
const totals = new Intl.NumberFormat('en-GB', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

export interface HistoryOnScreen {
  choose(type: HistoryType): Promise<void>;
  /**
   * Compares the period, its last total, its texts, its line and its records with the service's answer, and returns their count.
   */
  shows(type: HistoryType): Promise<number>;
  line(): Promise<string>;
}

export function historyOnScreen(
  { page }: Visit,
  title: string,
  pathOf: (type: HistoryType) => string,
): HistoryOnScreen {
  const pane = page.getByRole('region', { name: title, exact: true });
  const radio = (type: HistoryType) => pane.getByRole('radio', { name: labels[type], exact: true });
  // Drawn above the lines that it is compared with.
  const ownLine = pane.locator('path.recharts-line-curve').last();
  const line = async () => (await ownLine.getAttribute('d')) ?? '';
  return {
    line,
    choose: (type) => radio(type).click(),
    async shows(type) {
      const { origin } = new URL(page.url());
      const records = history.parse(await (await fetch(origin + pathOf(type))).json());
      const last = totals.format(records.at(-1)?.total ?? NaN);
      const words =
        type === 'all' ? /since .* \(full history\)/ : new RegExp(`past ${type}, since `);

      await expect.poll(() => radio(type).isChecked()).toBe(true);
      expect(new URL(page.url()).searchParams.get('period') ?? 'month').toBe(type);
      await expect.poll(() => pane.textContent()).toContain(last);
      await expect.poll(() => pane.textContent()).toMatch(words);
      await expect.poll(line).toMatch(/^M[\d.,]+L/);

      await pane.getByRole('button', { name: 'Show as table' }).click();
      const table = pane.getByRole('table', { name: title });
      // The header is a row too, and the newest record comes first.
      expect(await table.getAttribute('aria-rowcount')).toBe(String(records.length + 1));
      await table.getByRole('row').nth(1).getByText(last, { exact: true }).waitFor();
      await pane.getByRole('button', { name: 'Show as chart' }).click();
      await pane.getByRole('application').waitFor();
      return records.length;
    },
  };
}
