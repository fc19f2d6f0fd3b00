/** Maintenance of a side tree where it stands (`edit`): by the page, the actions and the rights of the tree's own object. */
import { Dropdown } from 'antd';
import { type DragEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { orderField } from '../../schemas/language/record/ordered';
import type { ResolvedAction } from '../../schemas/language/resolved';
import { type RunOptions, useActions } from '../actions/index';
import { recordClient } from '../data/record-client';
import { Icon, type Page, useHost, usePage } from '../page/index';
import { allows } from './row-actions';
import type { LineDrop } from './SideLine';
import styles from './SideTree.module.css';
import { besideText, liftNode } from './side-drop';

interface NodeName {
  readonly id: string;
  readonly label: string;
  readonly parentId?: string | null;
}
/** the siblings of a node */
interface Near {
  readonly up?: NodeName | undefined;
  readonly down?: NodeName | undefined;
}
export interface TreeEditing {
  /** what can be done with a node; undefined = nothing */
  readonly menu: (node: NodeName, near: Near) => ReactNode;
  /** a new node of the first level */
  readonly add: ReactNode;
  /** picks a node up; undefined = nobody may move it */
  readonly lift: (node: NodeName) => ((event: DragEvent) => void) | undefined;
  /** one place up or down; undefined = siblings have no order, or nobody may change it */
  readonly shift: (node: NodeName, near: Near) => ((by: -1 | 1) => void) | undefined;
  /** a node let go over another one, or over the whole tree: it moves there */
  readonly dropAt: (to: NodeName | null) => LineDrop | undefined;
}
interface Props {
  readonly object: string;
  readonly children: (edit: TreeEditing | undefined) => ReactNode;
}

/**
 * Without the right to the tree's page the tree is only looked at. The tree stands beside what edits it, not in it: when
 * the page of the tree comes, unfolded nodes stay unfolded.
 */
export const TreeEdit = ({ object, children }: Props) => {
  const state = usePage(object);
  const [edit, setEdit] = useState<TreeEditing>();
  return (
    <>
      {children(edit)}
      {state.status === 'ready' && <Editing page={state.page} onEdit={setEdit} />}
    </>
  );
};

interface EditingProps {
  readonly page: Page;
  readonly onEdit: (edit: TreeEditing | undefined) => void;
}
const Editing = ({ page, onEdit }: EditingProps) => {
  const { feedback } = useHost();
  const actions = useActions(page);
  const { tree } = page.object;
  const lifted = useRef<NodeName | null>(null);
  const edit = useMemo<TreeEditing | undefined>(() => {
    const held = (code: string): ResolvedAction | undefined => {
      const action = page.object.actions[code];
      return action !== undefined && page.can(action.right) ? action : undefined;
    };
    const [add, move] = [held('add'), held('move')];
    const rows = ['edit', 'move', 'del'].flatMap((code) => held(code) ?? []);
    if (tree === undefined || (add === undefined && rows.length === 0)) return undefined;
    const runOn = async (action: ResolvedAction, { id, label }: NodeName, options?: RunOptions): Promise<void> => {
      const { records } = await recordClient.list(page.code, { current: 1, size: 1, ids: [id] });
      const [record] = records;
      if (record === undefined || !allows(record, action)) feedback.warning(`「${label}」现在不能${action.title}`);
      else await actions.run(action, records, options);
    };
    const run = async (code: string, node: NodeName): Promise<void> => {
      const action = rows.find((row) => row.code === code);
      if (action !== undefined) await runOn(action, node);
      else if (add !== undefined) await actions.run(add, [], { with: { [tree]: node.id } });
    };
    const moveTo = async (node: NodeName, to: NodeName | null): Promise<void> => {
      if (move === undefined || node.id === to?.id) return;
      const place = to === null ? '移到最上级' : `移到「${to.label}」下`;
      if (await feedback.confirm(`将「${node.label}」${place}，是否继续？`))
        await runOn(move, node, { answers: { parentId: to?.id ?? null } });
    };
    const putBeside = async (node: NodeName, to: NodeName, at: 'before' | 'behind'): Promise<void> => {
      if (move === undefined || node.id === to.id) return;
      const stays = (node.parentId ?? null) === (to.parentId ?? null);
      if (stays || (await feedback.confirm(`${besideText(node.label, to.label, at)}，是否继续？`)))
        await runOn(move, node, { answers: { [at]: to.id } });
    };
    const isOrdered = move !== undefined && orderField(page.object) !== undefined;
    const shift = (node: NodeName, { up, down }: Near, by: -1 | 1): void => {
      const to = by < 0 ? up : down;
      if (to !== undefined) void putBeside(node, to, by < 0 ? 'before' : 'behind').catch(() => undefined);
    };
    const items = [
      ...(add === undefined ? [] : [{ key: 'add', label: '新增下级' }]),
      ...rows.map((action) => ({ key: action.code, label: action.title, danger: action.code === 'del' })),
    ];
    return {
      menu: (node, near) => (
        <Dropdown
          trigger={['click']}
          menu={{
            items: [
              ...items,
              ...(isOrdered && near.up !== undefined ? [{ key: UP, label: '上移' }] : []),
              ...(isOrdered && near.down !== undefined ? [{ key: DOWN, label: '下移' }] : []),
            ],
            onClick: ({ key }) => {
              if (key === UP || key === DOWN) shift(node, near, key === UP ? -1 : 1);
              else void run(key, node).catch(() => undefined);
            },
          }}
        >
          <button type="button" className={styles.tool} aria-label={`维护${node.label}`}>
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
      lift: (node) =>
        move === undefined
          ? undefined
          : (event) => {
              lifted.current = node;
              liftNode(event);
            },
      shift: (node, near) => (isOrdered ? (by) => shift(node, near, by) : undefined),
      dropAt: (to) =>
        move === undefined
          ? undefined
          : {
              node: () => {
                const node = lifted.current;
                lifted.current = null;
                if (node !== null) void moveTo(node, to).catch(() => undefined);
              },
              ...(isOrdered && to !== null
                ? {
                    beside: (at: 'before' | 'behind') => {
                      const node = lifted.current;
                      lifted.current = null;
                      if (node !== null) void putBeside(node, to, at).catch(() => undefined);
                    },
                  }
                : {}),
            },
    };
  }, [page, tree, actions, feedback]);
  useEffect(() => {
    onEdit(edit);
    return () => onEdit(undefined);
  }, [edit, onEdit]);
  return actions.outlet;
};

/** of the menu, beside codes of actions */
const [UP, DOWN] = ['$up', '$down'];
