import type { DirectoryRow } from '#contract/directory.ts';
import type { Column } from '../../design/columns.ts';
import { attributeColumn } from '../../members/attributeNames.ts';
import type { Format } from '../../preferences/format.ts';

export function columnOfAttribute(format: Format, name: string): Column<DirectoryRow> {
  const textOf = ({ attributes }: DirectoryRow) => {
    const value = attributes[name];
    if (value === undefined) return '';
    return format.attribute(typeof value === 'string' ? value : JSON.stringify(value));
  };
  return {
    id: attributeColumn(name),
    header: name,
    cell: (row) => <bdi>{textOf(row)}</bdi>,
    title: textOf,
    skeleton: 64,
    sort: {},
    width: 128,
    wide: 160,
    isOptional: true,
  };
}
