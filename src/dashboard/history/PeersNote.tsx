import { isNotOffered, messageOf } from '../api/errors.ts';
import { LineKey } from '../chart/Chart.tsx';
import { endOf } from '../chart/plot.ts';
import { type FigureFormats, peersStyle, type Scene } from '../chart/scene.ts';
import { ChipSelect } from '../design/ChipSelect.tsx';
import type { PeersOfChart } from './usePeers.ts';
import classes from './HistoryPanel.module.css';

interface PeersNoteProps {
  readonly peers: PeersOfChart;
  readonly scene: Scene | null;
  readonly figures: FigureFormats;
}

/** The legend of the peers with the choice of what they share, or the reason why there is no band. */
export function PeersNote({ peers, scene, figures }: PeersNoteProps) {
  const { by, choices, choose } = peers;
  const text = textOf(peers, scene, figures);
  return (
    <div className={classes.peers}>
      <span>
        <LineKey style={peersStyle} /> Peers share
      </span>
      <ChipSelect label="Peers share" choices={choices} chosen={by} onChoose={choose} />
      <span>{text}</span>
    </div>
  );
}

function textOf(
  peers: PeersOfChart,
  scene: Scene | null,
  { format, modes }: FigureFormats,
): string {
  const { answer, error, whyNot } = peers;
  if (whyNot !== null) return whyNot;
  if (error !== null)
    return isNotOffered(error) ? messageOf(error) : `could not be read: ${messageOf(error)}`;
  if (answer === undefined) return 'loading';
  if (answer.reason !== null) return answer.reason;
  const others =
    answer.unknown === 0
      ? ''
      : ` (${format.number(answer.unknown)} more without a value at the start)`;
  const shared = answer.by === 'thematic' ? '' : `${answer.values.join(' or ')}: `;
  const count = `${shared}${format.count(answer.count, 'user')}${others}`;
  const end = (aside: string) => {
    const line = scene?.lines.find((one) => one.aside === aside);
    return line === undefined || scene === null ? null : modes[scene.mode].full(endOf(line).figure);
  };
  const [median, lower, upper] = [end('line'), end('lower'), end('upper')];
  if (median === null) return `${count}; drawn as value, % and index`;
  return `${count}, median ${median}, quartiles ${lower} to ${upper}, deposits included`;
}
