import { ActionIcon, type Menu as MantineMenu } from '@mantine/core';
import { useClipboard, useMutationObserverTarget } from '@mantine/hooks';
import { IconDownload } from '@tabler/icons-react';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { messageOf } from '../api/errors.ts';
import type { Exported } from '../chart/exportFile.ts';
import { modeTraits } from '../chart/modes.ts';
import { download } from '../design/download.ts';
import { useKeys } from '../design/keys.ts';
import { notify } from '../design/notify.ts';
import { useFloating } from '../design/useFloating.ts';
import { useFormat } from '../preferences/format.ts';
import type { Privacy } from '../preferences/preferences.ts';

interface ExportMenuProps {
  readonly exported: Exported | null;
  readonly panel: RefObject<HTMLElement | null>;
}

interface ExportFormat {
  readonly isFigures: boolean;
  readonly make: (shown: Exported, drawn: SVGElement | null) => Promise<Blob | null>;
}

// Loads the file writers on demand.
const files = () => import('../chart/exportFile.ts');
const exportFormats: Readonly<Record<string, ExportFormat>> = {
  CSV: { isFigures: true, make: async (shown) => (await files()).historyCsv(shown) },
  PNG: { isFigures: false, make: async (of, as) => as && (await files()).pngFile(of, as) },
  SVG: { isFigures: false, make: async (of, as) => as && (await files()).svgFile(of, as) },
};
const keyTexts = { e: `Export as ${Object.keys(exportFormats).join(', ')}, or copy the link` };

export function ExportMenu({ exported, panel }: ExportMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { mantine, still } = useFloating(button, setOpen);
  const open = () => {
    button.current?.focus();
    setOpen(true);
  };
  useKeys({ e: open }, keyTexts);
  const buttonProps = {
    ref: button,
    size: 'sm',
    'aria-label': 'Export (e)',
    title: 'Export (e)',
    'aria-keyshortcuts': 'e',
    children: <IconDownload size={16} stroke={1.75} aria-hidden />,
  };
  if (mantine === null) {
    return <ActionIcon {...buttonProps} {...still} aria-haspopup="menu" />;
  }
  const { Menu } = mantine;
  return (
    <Menu
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={232}
      withinPortal={false}
      returnFocus
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <ActionIcon {...buttonProps} />
      </Menu.Target>
      <Menu.Dropdown aria-label="Export">
        {isOpen && <FileItems {...{ exported, panel }} Item={Menu.Item} />}
        {isOpen && <CopyLink Item={Menu.Item} />}
      </Menu.Dropdown>
    </Menu>
  );
}

interface FileItemsProps extends ExportMenuProps {
  readonly Item: typeof MantineMenu.Item;
}

/** The chart may load while the menu is open. */
function FileItems({ exported, panel, Item }: FileItemsProps) {
  const format = useFormat();
  const { privacy } = format.preferences;
  const [isDrawn, setDrawn] = useState(() => drawnIn(panel) !== null);
  const updateDrawn = useCallback(() => setDrawn(drawnIn(panel) !== null), [panel]);
  useMutationObserverTarget(updateDrawn, subtree, panel.current);
  const count = exported === null ? 0 : recordsOf(exported);
  const save = async (name: string, exportFormat: ExportFormat, shown: Exported) => {
    try {
      const file = await exportFormat.make(shown, drawnIn(panel));
      if (file === null) return;
      const { fileNameOf } = await files();
      download(fileNameOf(shown, name.toLowerCase()), file);
    } catch (error) {
      notify(`The ${name} file could not be created: ${messageOf(error)}`);
    }
  };
  return Object.entries(exportFormats).map(([name, exportFormat], i) => {
    const why =
      exported === null
        ? 'No records yet'
        : exportFormat.isFigures
          ? whyNoFigures(exported, privacy)
          : isDrawn
            ? null
            : 'No chart shown';
    return (
      <Item
        key={name}
        data-autofocus={i === 0 ? true : undefined}
        aria-disabled={why !== null}
        closeMenuOnClick={why === null}
        onClick={() => exported !== null && why === null && void save(name, exportFormat, exported)}
        rightSection={
          why ?? (exportFormat.isFigures ? format.count(count, 'record') : 'current view')
        }
      >
        {name}
      </Item>
    );
  });
}

const subtree = { childList: true, subtree: true };

/** The address holds the complete view. */
function CopyLink({ Item }: { readonly Item: typeof MantineMenu.Item }) {
  const { pathname, search } = useLocation();
  const { copy, copied, error } = useClipboard();
  const { origin, hostname } = window.location;
  const isLocalOnly = /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
  const link = origin + pathname + search;
  useEffect(() => {
    if (error !== null) notify(`This browser blocks copying. Link: ${link}`);
  }, [error, link]);
  return (
    <Item
      closeMenuOnClick={false}
      rightSection={isLocalOnly ? 'this machine only' : 'to this view'}
      onClick={() => copy(link)}
    >
      {copied ? 'Link copied' : 'Copy link'}
    </Item>
  );
}

function drawnIn(panel: RefObject<HTMLElement | null>): SVGElement | null {
  return panel.current?.querySelector<SVGElement>('svg.recharts-surface') ?? null;
}

function recordsOf({ scene }: Exported): number {
  return Math.max(0, ...scene.lines.map(({ shown }) => shown.length));
}

export function whyNoFigures(exported: Exported, privacy: Privacy): string | null {
  if (recordsOf(exported) === 0) return 'No records';
  const { isPublic, mode } = exported.scene;
  if (isPublic || privacy === 'off') return null;
  // With percentages only, values are drawn as an index, but never exported.
  const isSeen = privacy === 'percentages' && !modeTraits[mode].isInUnit;
  return isSeen ? null : 'Figures are hidden in privacy mode';
}
