import '../../../shared/withoutEval.ts';
import type { Directory } from '../directoryPort.ts';
import { createLocalPort } from './localPort.ts';
import type { Asked, Told } from './messages.ts';
import { writeError } from './writtenError.ts';

// The index in a worker: questions come in as messages, answers go out.

const port = createLocalPort();
/** What ends a question that nobody waits for any more. */
const ends = new Map<number, AbortController>();

function tell(told: Told, transfer: Transferable[] = []): void {
  self.postMessage(told, { transfer });
}

async function answer(asked: Exclude<Asked, { ask: 'leave' }>, signal: AbortSignal): Promise<void> {
  const { call } = asked;
  switch (asked.ask) {
    case 'read': {
      const onPart = (directory: Directory) => tell({ call, tell: 'part', directory });
      tell({ call, tell: 'read', directory: await port.read(asked.source, onPart, signal) });
      return;
    }
    case 'arrange': {
      const { reading, question, inSight } = asked;
      const arranged = await port.arrange(reading, question, inSight, signal);
      tell({ call, tell: 'arranged', arranged }, [arranged.places.buffer]);
      return;
    }
    case 'entries': {
      const { reading, places, text } = asked;
      tell({ call, tell: 'entries', entries: await port.entries(reading, places, text) });
      return;
    }
  }
}

self.addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  const { call } = data;
  if (data.ask === 'leave') {
    ends.get(call)?.abort();
    return;
  }
  const end = new AbortController();
  ends.set(call, end);
  void answer(data, end.signal)
    .catch((error: unknown) => tell({ call, tell: 'failed', error: writeError(error) }))
    .finally(() => ends.delete(call));
});
