/** A group of lines: all or any of them, or none; groups inside as deep as a condition may be. */
import { Button, Checkbox, Segmented } from 'antd';
import { CONDITION_LIMITS } from '../../schemas/language/condition/index';
import { Icon } from '../page/index';
import unseen from '../page/unseen.module.css';
import type { Building } from './building';
import styles from './condition.module.css';
import { ExprEditor } from './ExprEditor';
import { type EditGroup, type EditNode, newExpr, newGroup, newLeaf } from './edit-tree';
import { LeafEditor } from './LeafEditor';

interface Props {
  readonly group: EditGroup;
  /** fields are those of rows of this sub-table */
  readonly sub: string;
  /** of the group's own node in the tree */
  readonly depth: number;
  readonly build: Building;
  readonly root?: boolean;
}
const WORDS = [
  { value: 'all' as const, label: '满足全部' },
  { value: 'any' as const, label: '满足任一' },
];

export const GroupEditor = ({ group, sub, depth, build, root = false }: Props) => {
  const { page, change } = build;
  const own = depth + (group.not ? 1 : 0);
  const add = (node: EditNode): void =>
    change(group.id, (now) => ({ ...(now as EditGroup), items: [...group.items, node] }));
  const remove = (id: string): void => change(id, () => null);
  return (
    <fieldset className={styles.group} data-root={root || undefined}>
      <legend className={unseen.unseen}>
        {sub === '' ? '条件组' : `${page.object.fields[sub]?.title ?? '明细'}的同一行`}
      </legend>
      <div className={styles.groupHead}>
        {sub !== '' && <span className={styles.rowTitle}>{page.object.fields[sub]?.title}的同一行</span>}
        <Segmented
          options={WORDS}
          value={group.word}
          aria-label="组内关系"
          onChange={(word) => change(group.id, () => ({ ...group, word }))}
        />
        <Checkbox
          checked={group.not}
          disabled={!group.not && own + 2 > CONDITION_LIMITS.depth}
          onChange={(event) => change(group.id, () => ({ ...group, not: event.target.checked }))}
        >
          取反
        </Checkbox>
        <span className={styles.grow} />
        {!root && sub === '' && (
          <button type="button" className={styles.remove} aria-label="删除条件组" onClick={() => remove(group.id)}>
            <Icon name="close" />
          </button>
        )}
      </div>
      {group.items.map((node) => (
        <div key={node.id} className={styles.item} data-node={node.id}>
          {node.sort === 'group' ? (
            <GroupEditor group={node} sub={sub} depth={own + 1} build={build} />
          ) : (
            <>
              <div className={styles.body}>
                {node.sort === 'expr' ? (
                  <ExprEditor
                    page={page}
                    sub={sub}
                    text={node.text}
                    missing={build.missing.has(node.id)}
                    onChange={(text) => change(node.id, () => ({ ...node, text }))}
                  />
                ) : (
                  <LeafEditor
                    leaf={node}
                    sub={sub}
                    build={build}
                    rows={
                      node.op === 'row' && node.rows !== undefined ? (
                        <GroupEditor group={node.rows} sub={node.f} depth={own + 2} build={build} />
                      ) : null
                    }
                  />
                )}
              </div>
              <button type="button" className={styles.remove} aria-label="删除条件" onClick={() => remove(node.id)}>
                <Icon name="close" />
              </button>
            </>
          )}
        </div>
      ))}
      <div className={styles.adds}>
        <Button size="small" type="text" icon={<Icon name="plus" />} onClick={() => add(newLeaf())}>
          条件
        </Button>
        {own + 2 <= CONDITION_LIMITS.depth && (
          <Button
            size="small"
            type="text"
            icon={<Icon name="plus" />}
            onClick={() => add(newGroup(group.word === 'all' ? 'any' : 'all'))}
          >
            条件组
          </Button>
        )}
        <Button size="small" type="text" icon={<Icon name="plus" />} onClick={() => add(newExpr())}>
          自定义条件
        </Button>
      </div>
    </fieldset>
  );
};
