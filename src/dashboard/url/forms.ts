import { addParam, createParam, defineParam } from './params.ts';
import type { SearchParam } from './searchParam.ts';
import { pageLinks } from './pageLinks.ts';

function form(label: string, also: string, page: string, { name }: SearchParam<string | null>) {
  return {
    label,
    /** Other words the palette finds it by. */
    also,
    /** The address that opens it, with the id or URL to begin with. */
    address: (text = '') => `${page}?${name}=${encodeURIComponent(text)}`,
  };
}

/** The forms for what is new, by the words of their buttons, titles and keys; the palette opens each from every page. */
export const forms = {
  createUser: form('Create user', 'new add', pageLinks.users.to, createParam),
  defineThematic: form(
    'Define a thematic',
    'new add create thematic',
    pageLinks.thematics.to,
    defineParam,
  ),
  addWebhook: {
    ...form('Add webhook', 'new create register endpoint', pageLinks.webhooks.to, addParam),
    /** Of several types, each of which is a webhook. */
    severalLabel: (count: number) => `Add ${count} webhooks`,
  },
} as const;
