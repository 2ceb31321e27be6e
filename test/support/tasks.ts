import type { Locator } from 'playwright-core';
import type * as z from 'zod/mini';
import type { Operation } from '#contract/operation.ts';
import { answerOf } from './calls.ts';
import { signIn } from './keys.ts';
import { pathTo } from './pathTo.ts';
import type { Look, Site } from './site.ts';

type Readable = Operation & { readonly answers: { readonly 200: z.core.$ZodType } };

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
export const figures = new Intl.NumberFormat('en-GB', twoDecimals);
const signed = new Intl.NumberFormat('en-GB', { ...twoDecimals, signDisplay: 'exceptZero' });
export const percent = (ratio: number): string =>
  `${signed.format(ratio * 100).replace('-', '−')}\u2009%`;

/** Tasks at a site: actions of a person, and the service's own answers. */
export function tasksAt(site: Site) {
  /** Returns the service's own answer. `query` begins with `?`. */
  function readBy<O extends Readable>(query: string, ...to: Parameters<typeof pathTo<O>>) {
    const answer: O['answers'][200] = to[0].answers[200];
    return answerOf(fetch(`${site.url()}${pathTo(...to)}${query}`), answer);
  }
  return {
    readBy,
    read: <O extends Readable>(...to: Parameters<typeof pathTo<O>>) => readBy('', ...to),

    /**
     * Opens a page for a person: each click, each key and each text typed into a field counts as a step. Signing in does not.
     * @param key of the person, if people sign in at the site.
     */
    begin: async (path: string, look?: Look, key?: Parameters<typeof signIn>[1]) => {
      const visit = await site.visit(path, look);
      const { page } = visit;
      if (key !== undefined) {
        await signIn(visit, key);
        await page.getByRole('navigation', { name: 'Main' }).waitFor();
      }
      await page.getByRole('heading', { level: 1 }).waitFor();
      await visit.settled();
      let steps = 0;
      const step = (done: Promise<unknown>) => {
        steps += 1;
        return done;
      };
      return {
        visit,
        page,
        click: (what: Locator, options?: Parameters<Locator['click']>[0]) =>
          step(what.click(options)),
        press: (key: string) => step(page.keyboard.press(key)),
        type: (text: string) => step(page.keyboard.type(text)),
        fill: (field: Locator, text: string) => step(field.fill(text)),
        /** Drags across a box, from one distance to another from its left edge. */
        drag: (box: Box | null, from: number, to: number) =>
          step(
            (async () => {
              const { x = 0, y = 0, height = 0 } = box ?? {};
              await page.mouse.move(x + from, y + height / 2);
              await page.mouse.down();
              await page.mouse.move(x + to, y + height / 2, { steps: 5 });
              await page.mouse.up();
            })(),
          ),
        steps: () => steps,
      };
    },
  };
}
