import type { Operation } from '#contract/operation.ts';
import type { createKey } from '#contract/operations/access.ts';
import type { putThematic } from '#contract/operations/thematics.ts';
import type { changeAttributes, importUsers } from '#contract/operations/userImports.ts';
import type { createUser } from '#contract/operations/users.ts';
import type { putWebhook } from '#contract/operations/webhooks.ts';
import { addParam, createParam, defineParam } from './params.ts';
import type { SearchParam } from './searchParam.ts';
import { pageLinks } from './pageLinks.ts';

/** Operations by type only, since the code of a form loads with the form. */
type OperationOfForm<O extends Operation> = Pick<O, 'method' | 'path' | 'role'>;

interface FormOptions {
  /** Opens the form, and is its title. */
  readonly label: string;
  readonly submit: string;
  readonly also: string;
  readonly page: string;
  readonly param: SearchParam<string | null>;
  readonly operation: OperationOfForm<Operation>;
}

function form({ label, submit, also, page, param, operation }: FormOptions) {
  return {
    label,
    submit,
    ...operation,
    also,
    address: (text = '') => `${page}?${param.name}=${encodeURIComponent(text)}`,
  };
}

export const forms = {
  createUser: form({
    label: 'New user',
    submit: 'Create user',
    also: 'create add',
    page: pageLinks.users.to,
    param: createParam,
    operation: { method: 'PUT', path: '/p/users', role: 'admin' } satisfies OperationOfForm<
      typeof createUser
    >,
  }),
  defineThematic: form({
    label: 'New thematic',
    submit: 'Create thematic',
    also: 'define add create thematic',
    page: pageLinks.thematics.to,
    param: defineParam,
    operation: {
      method: 'PUT',
      path: '/x/thematics/{id}',
      role: 'admin',
    } satisfies OperationOfForm<typeof putThematic>,
  }),
  addWebhook: {
    ...form({
      label: 'New webhook',
      submit: 'Add webhook',
      also: 'add create register endpoint',
      page: pageLinks.webhooks.to,
      param: addParam,
      operation: { method: 'PUT', path: '/p/webhook', role: 'admin' } satisfies OperationOfForm<
        typeof putWebhook
      >,
    }),
    severalSubmit: (count: number) => `Add ${count} webhooks`,
  },
  createKey: form({
    label: 'New key',
    submit: 'Create key',
    also: 'create access role admin analyst monitor',
    page: pageLinks.access.to,
    param: createParam,
    operation: { method: 'POST', path: '/x/keys', role: 'admin' } satisfies OperationOfForm<
      typeof createKey
    >,
  }),
} as const;

export const importForm = {
  label: 'Import',
  ...({
    method: 'POST',
    path: '/x/users/import',
    role: 'admin',
  } as const satisfies OperationOfForm<typeof importUsers>),
};

/** Opened by the selection of the users page. */
export const attributeForm = {
  method: 'POST',
  path: '/x/users/attributes',
  role: 'admin',
} as const satisfies OperationOfForm<typeof changeAttributes>;
