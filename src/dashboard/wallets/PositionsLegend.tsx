import classes from './PositionsLegend.module.css';

/** What bar, tick and band of the positions mean. */
export function PositionsLegend() {
  return (
    <span className={classes.legend}>
      <span>
        <i className={classes.weight} aria-hidden /> weight
      </span>
      <span>
        <i className={classes.target} aria-hidden /> target
      </span>
      <span>
        <i className={classes.band} aria-hidden /> ±2 points
      </span>
    </span>
  );
}
