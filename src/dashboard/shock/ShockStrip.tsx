import { Text } from '@mantine/core';
import { Change } from '../portfolio/Change.tsx';
import { Strip, StripFigure } from '../portfolio/Strip.tsx';
import { ofUsers } from '../portfolio/usersRead.ts';
import { NoteLine } from '../design/NoteLine.tsx';
import { useFormat } from '../preferences/format.ts';
import { changeOfLoss } from './shockColumns.tsx';
import type { ShockAnswer } from './shockQueries.ts';

/** Sums of all members. */
export function ShockStrip({ answer }: { readonly answer: ShockAnswer }) {
  const format = useFormat();
  const { sums, count, unknown, notFound, from, to } = answer;
  return (
    <>
      <Strip label="Shock of the members">
        <StripFigure
          label="Change in value"
          unit={format.currency}
          title={format.change(changeOfLoss(sums.loss))}
        >
          <Change value={changeOfLoss(sums.loss)} format={format.changeShort} />
        </StripFigure>
        <StripFigure label="Share of the total">
          <Change value={changeOfLoss(sums.share)} />
        </StripFigure>
        <StripFigure label="Total now" unit={format.currency} title={format.total(sums.total)}>
          {format.totalShort(sums.total)}
        </StripFigure>
        <StripFigure label="Total after" unit={format.currency} title={format.total(sums.after)}>
          {format.totalShort(sums.after)}
        </StripFigure>
        <StripFigure label="Users">
          {format.number(count)}
          <small>{ofUsers(format, answer)}</small>
        </StripFigure>
      </Strip>
      {from !== null && to !== null && (
        <Text size="sm" c="var(--ink-2)" px="var(--gutter)" pt="xs">
          Prices move as from {format.dateTimeZone(from)} to {format.dateTimeZone(to)}.
        </Text>
      )}
      {unknown > 0 && (
        <NoteLine tone="warn">
          {format.count(unknown, 'member')} {unknown === 1 ? 'has' : 'have'} missing data, such as a
          holding without a price. What is not known is not counted.
        </NoteLine>
      )}
      {notFound > 0 && (
        <NoteLine tone="warn">
          {notFound === 1
            ? 'One of the ids in the address has no user.'
            : `${format.number(notFound)} of the ids in the address have no user.`}
        </NoteLine>
      )}
    </>
  );
}
