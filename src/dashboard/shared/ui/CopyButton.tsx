import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { notify } from '../notices.ts';
import { IconButton } from './Button.tsx';

interface CopyButtonProps {
  readonly text: string;
  /** What is copied: "id", "secret". */
  readonly what: string;
  readonly className?: string | undefined;
}

/** Copies a text and shows that it did. */
export function CopyButton({ text, what, className }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      notify(`This browser does not let pages copy. The ${what}: ${text}`);
    }
  };
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <IconButton
      label={copied ? 'Copied' : `Copy ${what}`}
      {...(className === undefined ? {} : { className })}
      onClick={() => void copy()}
    >
      <Icon size={15} stroke={1.75} aria-hidden />
    </IconButton>
  );
}
