import { ListTools, type ListToolsProps } from '../../shared/ui/ListTools.tsx';
import { PageSearch } from '../../shared/ui/PageSearch.tsx';
import { SortChoice } from '../../shared/ui/SortChoice.tsx';
import { type ThematicSort, thematicSortWords } from './arrangeThematics.ts';

interface ThematicsToolsProps {
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly sort: ThematicSort;
  readonly onSort: (sort: ThematicSort) => void;
  readonly found: ListToolsProps['found'];
}

/** Search, and below 768 px the order, which the head of the table holds elsewhere. */
export function ThematicsTools({ text, onType, sort, onSort, found }: ThematicsToolsProps) {
  return (
    <ListTools found={found}>
      <PageSearch
        label="Search thematics"
        placeholder="Name, id or token"
        value={text}
        onChange={onType}
      />
      <SortChoice
        label="Order of the thematics"
        choices={thematicSortWords}
        sort={sort}
        onSort={onSort}
      />
    </ListTools>
  );
}
