import { Box, Text } from '@mantine/core';
import type { PreviewedDefinition, ThematicTrades, TokenTrades } from '#contract/rebalance.ts';
import { labelWithUnit } from '../../design/WithUnit.tsx';
import { Consequence } from '../../holdings/LinesForm.tsx';
import classes from '../../holdings/LinesForm.module.css';
import { excludedText } from '../../portfolio/tradeTexts.ts';
import { type Format, useFormat } from '../../preferences/format.ts';

const maxListed = 6;

/** How far the wallets would be off target, and what would have to move. */
export function PreviewedTrades({ preview }: { readonly preview: PreviewedDefinition }) {
  const format = useFormat();
  const { before, after } = preview;
  if (before === null || after.wallets === 0) return null;
  const moved = after.tokens.filter(({ buy, sell }) => buy.total + sell.total > 0);
  return (
    <Box mt="sm">
      <dl>
        <Consequence
          label={`To move in ${format.count(after.wallets, 'wallet')}`}
          figure={format.totalShort(after.traded)}
          beside={`${format.percent(after.activeShare)} of their value instead of ${format.percent(before.activeShare)}`}
        />
      </dl>
      <Text component="h3" mt="sm">
        Wallets by distance from target
      </Text>
      <ul className={classes.differences}>
        {groupsOf(before, after).map(({ from, to, now, after }) => (
          <li key={from}>
            <b>{rangeText(format, from, to)}</b>
            <span>
              {now !== after && <del>{format.number(now)}</del>} <ins>{format.number(after)}</ins>
            </span>
          </li>
        ))}
      </ul>
      {moved.length > 0 && (
        <>
          <Text component="h3" mt="sm">
            {labelWithUnit('To buy and sell', format.currency)}
          </Text>
          <ul className={classes.differences}>
            {moved.slice(0, maxListed).map(({ token, buy, sell }) => (
              <li key={token._id}>
                <b title={token.name}>{token.symbol}</b>
                <span>
                  {[sideText(format, 1, buy), sideText(format, -1, sell)]
                    .filter(Boolean)
                    .join(', ')}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      <Text size="xs" c="dimmed" mt={4}>
        {moved.length > maxListed &&
          `And ${format.count(moved.length - maxListed, 'token')} more. `}
        Nothing is traded. {unknownText(format, after)}{' '}
        {excludedText(after.excluded.map(({ token }) => token))}
      </Text>
    </Box>
  );
}

/** “+1.20 M in 3 wallets” */
function sideText(format: Format, sign: 1 | -1, { total, wallets }: TokenTrades['buy']): string {
  return wallets === 0
    ? ''
    : `${format.changeShort(sign * total)} in ${format.count(wallets, 'wallet')}`;
}

/** The groups with a wallet before or after. */
const groupsOf = (before: ThematicTrades, after: ThematicTrades) =>
  after.groups
    .map(({ from, wallets: count }, index) => ({
      from,
      to: after.groups[index + 1]?.from ?? null,
      now: before.groups[index]?.wallets ?? 0,
      after: count,
    }))
    .filter(({ now, after }) => now + after > 0);

function rangeText(format: Format, from: number, to: number | null): string {
  if (to === null) return `${format.market.share(from)} or more`;
  return from === 0
    ? `below ${format.market.share(to)}`
    : `${format.market.share(from)} to ${format.market.share(to)}`;
}

function unknownText(format: Format, { unknown, empty }: ThematicTrades): string {
  return unknown + empty === 0
    ? ''
    : `Left out: ${format.count(unknown + empty, 'wallet')} without a known value.`;
}
