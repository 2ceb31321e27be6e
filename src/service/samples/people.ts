import type { StoredAttributes } from '#platform/database/schema/portfolio.ts';
import type { Random } from './random.ts';

function list(text: string): readonly string[] {
  return text.split(',').map((name) => name.trim());
}

const givenNames = list(`
  Ada, Amara, Ansel, Beatriz, Bao, Chiara, Daniyar, Elif, Emeka, Freya, Goran, Hana, Ingrid,
  Isha, Jonas, Kalinda, Lautaro, Leïla, Mateus, Mirela, Noor, Oisín, Paulina, Quentin, Rafael,
  Saoirse, Tariq, Ulla, Vesna, Wanjiru, Xenia, Yusuf, Zoë, 美咲, 지훈, Дарья
`);
const familyNames = list(`
  Adeyemi, Bergström, Castellanos, Duarte, Eriksen, Farouk, Grünwald, Haverkamp, Ivanova,
  Jankowski, Kobayashi, Lindqvist, Moreau, Nakamura, Okafor, Petrović, Quiroga, Rossi, Szabó,
  Thorne, Ueda, Vestergaard, Whitlock, Yılmaz, Zieliński, de La Rochefoucauld-Montmorency,
  O'Malley, van der Meer
`);
const houses = list(`
  Alder, Brightwater, Cairn, Dovetail, Eastmere, Fernhill, Greywater, Harrow, Ironbridge,
  Juniper, Kestrel, Lodestar, Meridian, Northlight, Oakline, Pelican, Quarry, Redfern,
  Saltmarsh, Tidewater, Umber, Vantage, Westering, Yarrow
`);
const kinds = [
  ['Treasury', 'treasury', 'institutional'],
  ['Pension Fund', 'pension', 'institutional'],
  ['Family Office', 'family', 'private'],
  ['Endowment', 'endowment', 'institutional'],
  ['Market Making', 'desk', 'institutional'],
  ['Foundation', 'foundation', 'private'],
  ['Reinsurance', 're', 'institutional'],
  ['Cooperative', 'coop', 'private'],
] as const;
const countries = list(`
  AR, BR, CH, DE, DK, ES, FR, GB, IE, IN, IT, JP, KE, KR, NG, NL, NO, PL, PT, SE, SG, TR, US,
  ZA
`);
const riskProfiles = list(`
  cautious, balanced, growth, speculative
`);
const tags = list(`
  priority, quarterly report, cold storage, newsletter, onboarding, referral, tax lots,
  dormant
`);

/** How much a user tends to hold, in the unit of the totals. */
export type HolderSize = 'dust' | 'small' | 'usual' | 'large';

export interface SamplePerson {
  readonly customId: string;
  readonly attributes: StoredAttributes;
  readonly size: HolderSize;
}

/** The first users of every set of samples: each is a case that a page must handle. */
export const cases: readonly (SamplePerson & {
  readonly wallets?: number;
  readonly tokens?: number;
})[] = [
  {
    customId: 'meridian-treasury',
    attributes: {
      name: 'Meridian Holdings Treasury',
      tier: 'institutional',
      country: 'CH',
      riskProfile: 'balanced',
      contact: 'treasury@meridian.example',
      tags: ['priority', 'quarterly report', 'cold storage'],
      mandate: 'Rebalance within ±2 points of target, monthly. No leverage.',
      kyc: { level: 3, reviewed: '2026-02-11' },
    },
    size: 'large',
    wallets: 8,
  },
  {
    customId: 'Zoë/β?#100% ok',
    attributes: { name: 'Zoë "Beta" O’Hara <zoe@example.com>', tier: 'private', country: 'IE' },
    size: 'usual',
    wallets: 3,
  },
  { customId: 'x/y', attributes: { name: 'Slash' }, size: 'small', wallets: 1 },
  { customId: 'x%2Fy', attributes: { name: 'Escaped slash' }, size: 'small', wallets: 2 },
  {
    customId: '日本-ファンド',
    attributes: { name: '日本デジタル資産ファンド', tier: 'institutional', country: 'JP' },
    size: 'large',
    wallets: 6,
  },
  {
    customId: 'شركة-النور',
    attributes: { name: 'شركة النور للاستثمار', tier: 'institutional', country: 'AE' },
    size: 'usual',
    wallets: 2,
  },
  {
    customId: 'single-token',
    attributes: { name: 'One token, one wallet' },
    size: 'usual',
    wallets: 1,
    tokens: 1,
  },
  {
    customId: 'dust',
    attributes: { name: 'What is left after selling' },
    size: 'dust',
    wallets: 2,
  },
  { customId: 'empty', attributes: { name: 'Not funded yet' }, size: 'small', wallets: 0 },
  { customId: 'no-attributes', attributes: {}, size: 'small', wallets: 1 },
];

/** Invents a user, a person or firm, with attributes typical of a service's callers. */
export function inventPerson(random: Random, number: number): SamplePerson {
  const country = random.pick(countries);
  const riskProfile = random.pick(riskProfiles);
  const marks = tags.filter(() => random.next() < 0.15);
  const extra = marks.length > 0 ? { tags: marks } : {};
  if (random.next() < 0.18) {
    const house = random.pick(houses);
    const [kind, short, tier] = random.pick(kinds);
    return {
      customId: `${house.toLowerCase()}-${short}-${number}`,
      attributes: {
        name: `${house} ${kind}`,
        tier,
        country,
        riskProfile,
        contact: `${short}@${house.toLowerCase()}.example`,
        ...extra,
      },
      size: random.next() < 0.5 ? 'large' : 'usual',
    };
  }
  const customId = `u-${String(number).padStart(6, '0')}`;
  const name = `${random.pick(givenNames)} ${random.pick(familyNames)}`;
  const roll = random.next();
  return {
    customId,
    // One in ten has no name, only an id.
    attributes: { ...(roll < 0.1 ? {} : { name }), tier: 'retail', country, riskProfile, ...extra },
    size: roll < 0.16 ? 'dust' : roll < 0.55 ? 'small' : 'usual',
  };
}
