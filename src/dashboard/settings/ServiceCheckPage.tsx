import { Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { checkUpstream } from '#contract/operations/upstream.ts';
import { type CheckReport, checkWritesNotice } from '#contract/serviceCheck.ts';
import { callLines } from '../api/client.ts';
import { Dialog } from '../design/Dialog.tsx';
import { EmptyPane, ErrorPane } from '../design/EmptyPane.tsx';
import { PageHead } from '../design/PageHead.tsx';
import { useConnectedTo } from '../api/service.ts';
import { NotAllowed } from '../portfolio/NotAllowed.tsx';
import { useMay } from '../portfolio/session.ts';
import { pageLinks } from '../url/pageLinks.ts';
import { ServiceCheckReport } from './ServiceCheckReport.tsx';

interface RunningCheck {
  readonly isRunning: boolean;
  readonly step: string;
  readonly report: CheckReport | null;
  readonly error: unknown;
}

const idle: RunningCheck = { isRunning: false, step: '', report: null, error: null };

export function ServiceCheckPage() {
  const may = useMay(checkUpstream);
  const connectedTo = useConnectedTo();
  if (may && connectedTo !== null) return <Check />;
  return (
    <>
      <Head />
      {may ? (
        <EmptyPane title="No connected service">
          This process stores its users itself. There is no other service to check.
        </EmptyPane>
      ) : (
        <NotAllowed what={pageLinks.check.label} operation={checkUpstream} />
      )}
    </>
  );
}

function Head({ actions }: { readonly actions?: ReactNode }) {
  return (
    <PageHead title={pageLinks.check.label} crumbs={[pageLinks.preferences]} actions={actions} />
  );
}

function useCheck() {
  const [view, setView] = useState(idle);
  const controller = useRef<AbortController | null>(null);
  // Leaving the page cancels the check.
  useEffect(() => () => controller.current?.abort(), []);

  async function start(hasWrites: boolean): Promise<void> {
    const mine = new AbortController();
    controller.current = mine;
    const set = (changed: Partial<RunningCheck>) => {
      if (!mine.signal.aborted) setView((before) => ({ ...before, ...changed }));
    };
    set({ ...idle, isRunning: true, step: 'Starting' });
    try {
      const query = hasWrites ? { writes: '1' as const } : {};
      for await (const line of callLines(checkUpstream, { query }, { signal: mine.signal })) {
        if ('report' in line) set({ isRunning: false, report: line.report });
        else if ('problem' in line) throw new Error(line.problem.detail);
        else set({ step: stepOf(line) });
      }
      set({ isRunning: false });
    } catch (error) {
      set({ isRunning: false, error });
    }
  }
  const stop = () => {
    controller.current?.abort();
    setView(idle);
  };
  return { view, start, stop };
}

const stepOf = (line: {
  readonly progress: string;
  readonly done: number;
  readonly of: number | null;
}) => (line.of === null ? line.progress : `${line.progress}, ${line.done} of ${line.of}`);

function Check() {
  const { view, start, stop } = useCheck();
  const [isAgreeing, setAgreeing] = useState(false);
  const { isRunning, step, report, error } = view;
  const actions = isRunning ? (
    <Button onClick={stop}>Cancel</Button>
  ) : (
    <>
      <Button onClick={() => setAgreeing(true)}>Check with changes…</Button>
      <Button variant="filled" onClick={() => void start(false)}>
        Check
      </Button>
    </>
  );
  return (
    <>
      <Head actions={actions} />
      {isRunning && (
        <Text role="status" px="var(--gutter)" py="sm">
          {step}
        </Text>
      )}
      {error !== null && (
        <ErrorPane what="The check" error={error} onRetry={() => void start(false)} />
      )}
      {report !== null && <ServiceCheckReport {...{ report }} />}
      {!isRunning && error === null && report === null && (
        <EmptyPane title="Not checked yet">
          The check tries all 16 calls on a few users and thematics. It reports differences from the
          interface and unreadable answers. It changes nothing without your agreement.
        </EmptyPane>
      )}
      {isAgreeing && (
        <Dialog title="Check with changes" onClose={() => setAgreeing(false)}>
          <Stack>
            <Text>{checkWritesNotice}</Text>
            <Group justify="flex-end">
              <Button onClick={() => setAgreeing(false)}>Cancel</Button>
              <Button
                variant="filled"
                onClick={() => {
                  setAgreeing(false);
                  void start(true);
                }}
              >
                Agree and check
              </Button>
            </Group>
          </Stack>
        </Dialog>
      )}
    </>
  );
}
