import type { Role } from '#contract/operation.ts';
import type { createKey } from '#contract/operations/access.ts';
import type { putThematic } from '#contract/operations/thematics.ts';
import type { importUsers } from '#contract/operations/userImports.ts';
import type { createUser } from '#contract/operations/users.ts';
import type { putWebhook } from '#contract/operations/webhooks.ts';
import { addParam, createParam, defineParam } from './params.ts';
import type { SearchParam } from './searchParam.ts';
import { pageLinks } from './pageLinks.ts';

interface FormOptions {
  readonly label: string;
  /** Other words the palette finds it by. */
  readonly also: string;
  readonly page: string;
  readonly param: SearchParam<string | null>;
  readonly role: Role;
}

function form({ label, also, page, param, role }: FormOptions) {
  return {
    label,
    /** Of the operation that it calls, by its type alone: the code of a form comes with the form. */
    role,
    also,
    /** The address that opens it, with the id or URL to begin with. */
    address: (text = '') => `${page}?${param.name}=${encodeURIComponent(text)}`,
  };
}

/** The forms for what is new, by the words of their buttons, titles and keys; the palette opens each from every page. */
export const forms = {
  createUser: form({
    label: 'Create user',
    also: 'new add',
    page: pageLinks.users.to,
    param: createParam,
    role: 'admin' satisfies (typeof createUser)['role'],
  }),
  defineThematic: form({
    label: 'Define a thematic',
    also: 'new add create thematic',
    page: pageLinks.thematics.to,
    param: defineParam,
    role: 'admin' satisfies (typeof putThematic)['role'],
  }),
  addWebhook: {
    ...form({
      label: 'Add webhook',
      also: 'new create register endpoint',
      page: pageLinks.webhooks.to,
      param: addParam,
      role: 'admin' satisfies (typeof putWebhook)['role'],
    }),
    /** Of several types, each of which is a webhook. */
    severalLabel: (count: number) => `Add ${count} webhooks`,
  },
  createKey: form({
    label: 'Create key',
    also: 'new access analyst admin role',
    page: pageLinks.access.to,
    param: createParam,
    role: 'admin' satisfies (typeof createKey)['role'],
  }),
} as const;

/** The import of many users, on the page of users alone. */
export const importForm = {
  label: 'Import',
  role: 'admin' satisfies (typeof importUsers)['role'],
} as const;
