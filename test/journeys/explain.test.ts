import { expect, test } from 'vitest';
import { getUserFigures } from '#contract/operations/figures.ts';
import { axeScript, violationsOf } from '#test/support/axe.ts';
import { sharedSite } from '#test/support/site.ts';
import { tasksAt } from '#test/support/tasks.ts';

const site = sharedSite();
const { begin } = tasksAt(site);
const customId = 'meridian-treasury';

test.each([
  [1280, 'light'],
  [360, 'dark'],
] as const)(
  'figures, sums and totals explain themselves by keyboard and pointer, at %i px',
  async (width, scheme) => {
    const { visit, page } = await begin(`/users/${customId}?period=year`, { width, scheme });
    await page.evaluate(axeScript);
    const card = (label: string) => page.getByRole('dialog', { name: `${label}, explained` });
    const isWhole = async (label: string) => {
      const box = await card(label).boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
      expect(await violationsOf(page)).toEqual([]);
    };

    const total = page.getByTitle('Explain: Value', { exact: true });
    await total.focus();
    await page.keyboard.press('Enter');
    await card('Value').getByText('Σ amount × price of each position').waitFor();
    await isWhole('Value');
    await page.keyboard.press('Escape');
    await card('Value').waitFor({ state: 'detached' });
    await total.and(page.locator(':focus')).waitFor();

    await page.getByTitle('Explain: All wallets').click();
    await card('All wallets').getByText('matches the user’s total').waitFor();
    await isWhole('All wallets');
    await page.keyboard.press('Escape');

    const sharpe = page.getByTitle('Explain: Calmar ratio');
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 700);
        return sharpe.count();
      })
      .toBe(1);
    await visit.settled();
    await sharpe.click();
    const answer = await fetch(
      `${site.url()}${getUserFigures.path.replace('{id}', customId).replace('{historyType}', 'year')}?explain=calmar`,
    );
    const { explanation } = getUserFigures.answers[200].parse(await answer.json());
    await card('Calmar ratio')
      .getByText(explanation?.formula ?? '')
      .waitFor();
    await isWhole('Calmar ratio');
    await page.getByRole('button', { name: 'Copy explanation' }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toContain(`Formula: ${explanation?.formula}`);
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain(`Of: user ${customId}`);
    expect(copied.split('\n').at(-1)).toBe(page.url());
    await card('Calmar ratio').getByRole('button', { name: 'max drawdown' }).click();
    await card('Calmar ratio').getByRole('heading', { name: 'Max drawdown' }).waitFor();
    await card('Calmar ratio').getByRole('link', { name: /index/ }).first().click();
    await page.waitForURL(/view=table/);
    expect(new URL(page.url()).searchParams.get('period')).toBe('year');
  },
);

test('the sums of the directory say how many users they cover', async () => {
  const { page } = await begin('/users?q=meridian');
  await page
    .getByRole('region', { name: 'Users' })
    .or(page.locator('dl').first())
    .first()
    .waitFor();
  await page.locator('dl button').first().click();
  const card = page.getByRole('dialog', { name: 'Total, explained' });
  await card.getByText(/ that match, of /).waitFor();
  expect(await card.innerText()).toMatch(/Users with a known total\s+\d+/);
});

test.each([
  ['/thematics/settlement-layers', 'Sum of contributions', 'matches last level − first level'],
  ['/exposure?by=token', 'All tokens', 'matches the users’ total'],
] as const)('the totals of %s explain themselves, at 360 px', async (path, label, text) => {
  const { page } = await begin(path, { width: 360, scheme: 'dark' });
  await page.evaluate(axeScript);
  await page.getByTitle(`Explain: ${label}`).click();
  const card = page.getByRole('dialog', { name: `${label}, explained` });
  await card.getByText(text).waitFor();
  const box = await card.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
  expect(await violationsOf(page)).toEqual([]);
});
