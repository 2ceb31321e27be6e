/** Preferences kept in this browser. `public/first-paint.js` applies them before the first paint, by the same names. */
export const schemeKey = 'portfolio.scheme';
const gainLossKey = 'portfolio.gain-loss';

export const gainLossPairs = ['petrol-vermilion', 'green-red'] as const;
export type GainLossPair = (typeof gainLossPairs)[number];

export function readGainLoss(): GainLossPair {
  return document.documentElement.dataset['gainLoss'] === 'green-red'
    ? 'green-red'
    : 'petrol-vermilion';
}

export function writeGainLoss(pair: GainLossPair): void {
  if (pair === 'green-red') document.documentElement.dataset['gainLoss'] = pair;
  else delete document.documentElement.dataset['gainLoss'];
  try {
    localStorage.setItem(gainLossKey, pair);
  } catch {
    // Storage is off in this browser: the choice holds until the page is closed.
  }
}
