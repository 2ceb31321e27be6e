import { Button } from '@mantine/core';
import { formatBytes } from '../../preferences/figures.ts';
import { BodyText } from './BodyText.tsx';
import classes from './DeliveryPane.module.css';
import { HeaderList } from './HeaderList.tsx';

interface RequestBlockProps {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly onReceiverCode: () => void;
}

/** What was sent, byte by byte. */
export function RequestBlock({ headers, body, onReceiverCode }: RequestBlockProps) {
  return (
    <div className={classes.block}>
      <h3>
        Request <span>POST, {formatBytes(new TextEncoder().encode(body).length)}</span>
        <Button variant="subtle" onClick={onReceiverCode}>
          Receiver code
        </Button>
      </h3>
      <HeaderList headers={headers} />
      <BodyText text={body} label="Request body" />
    </div>
  );
}
