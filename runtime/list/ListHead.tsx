/** A row over a list and its tabs (`list.head`): what another list says first, with the buttons of that list. */
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useActions } from '../actions/index';
import { keys } from '../data/query-client';
import { recordClient } from '../data/record-client';
import { type Page, useHost, usePage } from '../page/index';
import styles from './ListHead.module.css';
import { actionsAt } from './row-actions';

interface Props {
  /** page code of the other list */
  readonly of: string;
  /** it is in front itself, with its own buttons */
  readonly isOpen: boolean;
}

export const ListHead = ({ of, isOpen }: Props) => {
  const state = usePage(of);
  return state.status === 'ready' ? <Row page={state.page} isOpen={isOpen} /> : null;
};

const FIRST = { current: 1, size: 1 };

const Row = ({ page, isOpen }: { readonly page: Page; readonly isOpen: boolean }) => {
  const { active } = useHost();
  const { data } = useQuery({
    queryKey: keys.list(page.object.object, page.code, FIRST),
    queryFn: () => recordClient.list(page.code, FIRST, { quiet: true }),
    enabled: active,
  });
  const { run, outlet } = useActions(page);
  const [column] = page.object.list.columns;
  const text = data?.records[0]?.[column?.field ?? ''];
  if (typeof text !== 'string' || text === '') return null;
  const own = actionsAt(page, 'toolbar').filter((action) => !action.builtIn && action.menu === undefined);
  const buttons = isOpen ? [] : own;
  return (
    <div className={styles.head}>
      <span className={styles.text}>{text}</span>
      {buttons.map((action) => (
        <Button key={action.code} size="small" data-action={action.code} onClick={() => void run(action, [])}>
          {action.title}
        </Button>
      ))}
      {outlet}
    </div>
  );
};
