import { useSearchParams } from 'react-router-dom';
import { putParam } from './writeParams.ts';

/** Addresses of this page with some parameters changed: `link({ delivery: id })`; null takes one away. */
export function useParamLink(): (texts: Readonly<Record<string, string | null>>) => string {
  const [params] = useSearchParams();
  return (texts) => {
    const after = new URLSearchParams(params);
    for (const [name, text] of Object.entries(texts)) putParam(after, name, text);
    return `?${after.toString()}`;
  };
}
