import type { WalletAttribution } from '#contract/attribution.ts';
import type { Explained, ExplainedInput } from '../portfolio/explain/explained.ts';
import { sumExplained } from '../portfolio/explain/sumExplained.ts';
import type { Format } from '../preferences/format.ts';
import { urls } from '../url/urls.ts';

export interface DriftOf {
  readonly format: Format;
  readonly customId: string;
  readonly thematicId: string;
  /** Name of the thematic. */
  readonly name: string;
  readonly data: WalletAttribution;
}

function basisOf({ format, data }: DriftOf): Pick<Explained, 'facts' | 'excluded'> {
  return {
    facts: [
      ['Period', `${format.dateTimeZone(data.from)} to ${format.dateTimeZone(data.to)}`],
      ['Steps', format.number(data.observations)],
      ['As of', format.dateTimeZone(data.asOf)],
    ],
    excluded: data.excluded.map(
      ({ from, to, reason }) => `${format.dateTime(from)} to ${format.dateTime(to)}: ${reason}`,
    ),
  };
}

function returnInputs(of: DriftOf): readonly [wallet: ExplainedInput, thematic: ExplainedInput] {
  const { format, customId, thematicId, name, data } = of;
  return [
    {
      name: 'wallet',
      value: format.percentChange(data.return),
      href: urls.wallet(customId, thematicId),
    },
    {
      name,
      value: format.market.percentChange(data.thematicReturn),
      href: urls.thematic(thematicId),
    },
  ];
}

const inPoints = ['Unit', 'percentage points'] as const;

/** Explains the sums of the tokens, and of the periods, of a wallet's cost of drift. */
export function driftExplained(of: DriftOf) {
  const { format, data } = of;
  const basis = basisOf(of);
  const [wallet, thematic] = returnInputs(of);
  const effects = {
    ...basis,
    facts: [...basis.facts, inPoints],
    text: format.finePoints,
    whole: data.difference,
    of: 'wallet less thematic',
  };
  const walletReturn: Omit<Explained, 'label'> = {
    ...basis,
    value: wallet.value,
    formula: 'Π (1 + r) − 1, r the time-weighted return of the wallet in each step',
    inputs: [wallet],
    reconciliation: null,
  };
  return {
    return: walletReturn,
    excess: {
      ...basis,
      facts: [...basis.facts, inPoints],
      value: format.finePoints(data.difference),
      formula: 'return of the wallet − return of the thematic',
      inputs: [wallet, thematic],
      reconciliation: null,
    },
    thematic: {
      ...basis,
      value: thematic.value,
      formula: 'Π (1 + B) − 1, B = Σ target × return of each token in a step',
      inputs: [thematic],
      reconciliation: null,
    },
    'effects of tokens': sumExplained(format, {
      ...effects,
      formula:
        'Σ effect of each token: in each step (weight − target) × (return − thematic’s return), linked',
      noun: 'token',
      parts: data.tokens.map(({ token, effect }) => ({
        name: token.symbol,
        value: effect,
        href: urls.token(token._id),
      })),
    }),
    'effects of periods': sumExplained(format, {
      ...effects,
      formula: 'Σ effect of each part of the period',
      noun: 'period',
      parts: data.periods.map(({ from, effect }) => ({
        name: `from ${format.dateTime(from)}`,
        value: effect,
      })),
    }),
  } satisfies Record<string, Omit<Explained, 'label'>>;
}
