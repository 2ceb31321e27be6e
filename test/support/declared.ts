import { parseSync, type Module } from '@swc/core';

export interface Declared {
  /** Names of all variables, parameters, functions, types, members and properties declared here. */
  readonly names: ReadonlySet<string>;
  /** Names declared and exported here, without re-exports. */
  readonly exported: readonly string[];
}

export function parse(source: string, file: string): Module {
  return parseSync(source, { syntax: 'typescript', tsx: file.endsWith('x') });
}

export function declaredIn(source: string, file: string): Declared {
  const { body } = parse(source, file);
  const names = new Set<string>();
  visit(body, names);
  const exported = body.flatMap((item) => {
    if (item.type !== 'ExportDeclaration') return [];
    const { declaration } = item;
    if (declaration.type === 'VariableDeclaration') {
      return declaration.declarations.flatMap(({ id }) => bound(id));
    }
    if ('identifier' in declaration) return bound(declaration.identifier);
    return 'id' in declaration ? bound(declaration.id) : [];
  });
  return { names, exported: [...new Set(exported)] };
}

const declaring: Record<string, readonly string[]> = {
  VariableDeclarator: ['id'],
  Parameter: ['pat'],
  ArrowFunctionExpression: ['params'],
  FunctionDeclaration: ['identifier'],
  ClassDeclaration: ['identifier'],
  ClassMethod: ['key'],
  ClassProperty: ['key'],
  TsInterfaceDeclaration: ['id'],
  TsTypeAliasDeclaration: ['id'],
  TsPropertySignature: ['key'],
  TsMethodSignature: ['key'],
  KeyValueProperty: ['key'],
  MethodProperty: ['key'],
};

function visit(node: unknown, names: Set<string>): void {
  if (Array.isArray(node)) {
    for (const item of node) visit(item, names);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  if (isNode(node)) {
    for (const part of declaring[node.type] ?? []) {
      for (const name of bound(node[part])) names.add(name);
    }
  }
  for (const part of Object.values(node)) visit(part, names);
}

function bound(pattern: unknown): string[] {
  if (Array.isArray(pattern)) return pattern.flatMap(bound);
  if (!isNode(pattern)) return [];
  switch (pattern.type) {
    case 'Identifier':
      return typeof pattern['value'] === 'string' ? [pattern['value']] : [];
    case 'StringLiteral':
      return [];
    case 'ObjectPattern':
      return bound(pattern['properties']);
    case 'ArrayPattern':
      return bound(pattern['elements']);
    case 'KeyValuePatternProperty':
      return bound(pattern['value']);
    case 'AssignmentPatternProperty':
      return bound(pattern['key']);
    case 'AssignmentPattern':
      return bound(pattern['left']);
    case 'RestElement':
      return bound(pattern['argument']);
    default:
      return [];
  }
}

interface Node {
  readonly type: string;
  readonly [part: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return (
    typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
  );
}
