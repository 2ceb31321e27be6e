import { overlapOf } from '#analytics/overlap.ts';
import type { Thematic } from '#contract/thematic.ts';
import { LineKey } from '../../chart/Chart.tsx';
import { Panel } from '../../design/Panel.tsx';
import { categoryStyle } from '../../portfolio/categories.ts';
import { useFormat } from '../../preferences/format.ts';
import { sharedSymbols, weightsOf } from '../overlap.ts';
import classes from './compare.module.css';
import type { ComparisonProps } from './ChangesPane.tsx';

/** From so much on a cell is darker. */
const steps = [0.02, 0.08, 0.18, 0.35];
const stepClasses = [undefined, classes.step1, classes.step2, classes.step3, classes.step4];

/** How much every two of the compared hold of the same. */
export function OverlapPane({ compared, categories }: ComparisonProps) {
  const heads = compared.map(({ _id, name }, place) => (
    <th key={_id} scope="col" title={name}>
      <LineKey style={categoryStyle(categories.get(_id), place)} />
      <bdi>{name}</bdi>
    </th>
  ));
  return (
    <Panel title="Overlap" sub="weight that two hold in the same tokens">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys */}
      <div className={classes.scroll} role="region" aria-label="Overlap, scrolls" tabIndex={0}>
        <table className={classes.overlap}>
          <thead>
            <tr>
              <th scope="col">Thematic</th>
              {heads}
            </tr>
          </thead>
          <tbody>
            {compared.map((row, place) => (
              <tr key={row._id}>
                <th scope="row" title={row.name}>
                  <LineKey style={categoryStyle(categories.get(row._id), place)} />
                  <bdi>{row.name}</bdi>
                </th>
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

function OverlapCell({ one, other }: { readonly one: Thematic; readonly other: Thematic }) {
  const format = useFormat();
  if (one === other) {
    return (
      <td className={classes.none} title="The same thematic">
        ·
      </td>
    );
  }
  const overlap = overlapOf(weightsOf(one), weightsOf(other));
  const step = steps.filter((least) => overlap.weight >= least).length;
  return (
    <td
      className={overlap.weight > 0 ? stepClasses[step] : classes.none}
      title={sharedSymbols(one, overlap)}
    >
      {format.market.share(overlap.weight)}
    </td>
  );
}
