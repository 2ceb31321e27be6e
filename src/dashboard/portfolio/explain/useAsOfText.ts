import { usePresent } from '../usePresent.ts';
import { useFormat } from '../../preferences/format.ts';
import { useAsOf } from '../../url/asOf.ts';

/** The instant of the page's figures, with its zone. */
export function useAsOfText(): string {
  const format = useFormat();
  const past = useAsOf();
  const now = usePresent();
  const at = past ?? now;
  return at === null ? 'not known' : format.dateTimeZone(at);
}
