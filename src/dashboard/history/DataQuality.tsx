import { OnceSeen } from '../design/OnceSeen.tsx';
import { QualityStrip, type QualityStripProps } from './QualityStrip.tsx';
import classes from './QualityStrip.module.css';

/** In px, as in the stylesheet. */
const height = 37;

/** The flaws of the data behind a chart. They are requested once the line is in sight. */
export function DataQuality(props: QualityStripProps) {
  return (
    <div className={classes.place}>
      <OnceSeen height={height}>{() => <QualityStrip {...props} />}</OnceSeen>
    </div>
  );
}
