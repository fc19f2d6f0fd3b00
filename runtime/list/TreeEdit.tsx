/** Maintenance of a side tree where it stands (`edit`): by the page, the actions and the rights of the tree's own object. */
import { Dropdown } from 'antd';
import { type ReactNode, useMemo } from 'react';
import type { ResolvedAction } from '../../schemas/language/resolved';
import { useActions } from '../actions/index';
import { recordClient } from '../data/record-client';
import { Icon, type Page, usePage } from '../page/index';
import styles from './SideTree.module.css';

export interface TreeEditing {
  /** what can be done with a node; undefined = nothing */
  readonly menu: (id: string, label: string) => ReactNode;
  /** a new node of the first level */
  readonly add: ReactNode;
}
interface Props {
  readonly object: string;
  readonly children: (edit: TreeEditing | undefined) => ReactNode;
}

/** Without the right to the tree's page the tree is only looked at. */
export const TreeEdit = ({ object, children }: Props) => {
  const state = usePage(object);
  return state.status === 'ready' ? <Editing page={state.page}>{children}</Editing> : children(undefined);
};

const Editing = ({ page, children }: { readonly page: Page; readonly children: Props['children'] }) => {
  const actions = useActions(page);
  const { tree } = page.object;
  const edit = useMemo<TreeEditing | undefined>(() => {
    const held = (code: string): ResolvedAction | undefined => {
      const action = page.object.actions[code];
      return action !== undefined && page.can(action.right) ? action : undefined;
    };
    const add = held('add');
    const rows = ['edit', 'del'].flatMap((code) => held(code) ?? []);
    if (tree === undefined || (add === undefined && rows.length === 0)) return undefined;
    const run = async (code: string, id: string): Promise<void> => {
      if (code === 'add') {
        if (add !== undefined) await actions.run(add, [], { with: { [tree]: id } });
        return;
      }
      const action = rows.find((one) => one.code === code);
      const data = await recordClient.list(page.code, { current: 1, size: 1, ids: [id] });
      if (action !== undefined) await actions.run(action, data.records);
    };
    const items = [
      ...(add === undefined ? [] : [{ key: 'add', label: '新增下级' }]),
      ...rows.map((action) => ({ key: action.code, label: action.title, danger: action.code === 'del' })),
    ];
    return {
      menu: (id, label) => (
        <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => void run(key, id).catch(() => undefined) }}>
          <button type="button" className={styles.tool} aria-label={`维护${label}`}>
            <Icon name="more" />
          </button>
        </Dropdown>
      ),
      add:
        add === undefined ? null : (
          <button
            type="button"
            className={styles.tool}
            aria-label={`新增${page.title}`}
            title={`新增${page.title}`}
            onClick={() => void actions.run(add, [])}
          >
            <Icon name="plus" />
          </button>
        ),
    };
  }, [page, tree, actions]);
  return (
    <>
      {children(edit)}
      {actions.outlet}
    </>
  );
};
