import { clsx } from 'clsx';
import type { Thematic } from '#contract/thematic.ts';
import { Panel } from '../../design/Panel.tsx';
import { unknownFigure } from '../../preferences/figures.ts';
import { useFormat } from '../../preferences/format.ts';
import { overlapBetween, sharedSymbols } from '../overlap.ts';
import classes from './compare.module.css';
import { ComparedName } from './ChangesPane.tsx';

const shades = [
  { from: 0.35, background: 'var(--hatch)' },
  { from: 0.18, background: 'var(--surface-3)' },
  { from: 0.08, background: 'var(--surface-2)' },
  { from: 0.02, background: 'var(--surface-1)' },
];

export function OverlapPane({ compared }: { readonly compared: readonly Thematic[] }) {
  return (
    <Panel title="Overlap" sub="weight shared by each pair">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll area needs keyboard access */}
      <div className={classes.scroll} role="region" aria-label="Overlap, scrollable" tabIndex={0}>
        <table className={classes.overlap}>
          <thead>
            <tr>
              <th scope="col">Thematic</th>
              {compared.map((column, index) => headOf(column, index, 'col'))}
            </tr>
          </thead>
          <tbody>
            {compared.map((row, index) => (
              <tr key={row._id}>
                {headOf(row, index, 'row')}
                {compared.map((column) => (
                  <OverlapCell key={column._id} one={row} other={column} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

const headOf = (thematic: Thematic, index: number, scope: 'col' | 'row') => (
  <th key={thematic._id} scope={scope} title={thematic.name}>
    <ComparedName {...{ thematic, index }} />
  </th>
);

function OverlapCell({ one, other }: { readonly one: Thematic; readonly other: Thematic }) {
  const format = useFormat();
  if (one === other) {
    return (
      <td className={classes.none} title="Same thematic">
        ·
      </td>
    );
  }
  const overlap = overlapBetween(one, other);
  if (overlap === null) {
    return (
      <td className={classes.none} title="Weights of one or both are not known">
        {unknownFigure}
      </td>
    );
  }
  const background = shades.find(({ from }) => overlap.weight >= from)?.background;
  return (
    <td
      className={clsx(overlap.weight === 0 && classes.none)}
      style={{ background }}
      title={sharedSymbols(one, overlap)}
    >
      {format.market.share(overlap.weight)}
    </td>
  );
}
