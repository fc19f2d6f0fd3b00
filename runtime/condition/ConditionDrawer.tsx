/** 高级筛选: builds a condition with groups; on a narrow screen it takes the whole width. Ctrl+Enter applies, Esc leaves it as it was. */
import { Button, Drawer } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { CONDITION_LIMITS, type Condition, leafCount, readCondition } from '../../schemas/language/condition/index';
import { useFilterHost } from '../fields/use-filter-host';
import { type Page, rem, useNarrow } from '../page/index';
import { focusFirst } from '../page/use-first-focus';
import type { Building } from './building';
import styles from './condition.module.css';
import { exprFault } from './ExprEditor';
import { changed, type EditGroup, type EditNode, incomplete, newGroup, toCondition, toEdit } from './edit-tree';
import { GroupEditor } from './GroupEditor';

interface Props {
  readonly page: Page;
  readonly title: string;
  readonly tree: Condition | undefined;
  /** the verb of the primary button */
  readonly verb: string;
  readonly onApply: (tree: Condition | undefined) => void;
  readonly onClose: () => void;
}

export const ConditionDrawer = ({ page, title, tree, verb, onApply, onClose }: Props) => {
  const host = useFilterHost(page);
  const narrow = useNarrow();
  const [root, setRoot] = useState<EditGroup>(() => toEdit(tree));
  const [missing, setMissing] = useState<ReadonlySet<string>>(new Set());
  const [problem, setProblem] = useState('');
  const body = useRef<HTMLDivElement>(null);
  const latest = useRef(root);
  latest.current = root;
  const [opened, setOpened] = useState(true);
  useEffect(() => {
    const line = body.current?.querySelector('[data-missing], [aria-invalid="true"]');
    // the value stands last in its line
    const wrong = line?.matches('textarea') === true ? line : [...(line?.querySelectorAll('input') ?? [])].at(-1);
    if (missing.size > 0 && wrong instanceof HTMLElement) wrong.focus();
  }, [missing]);
  const apply = (): void => {
    const now = latest.current;
    const open = [...incomplete(now), ...faults(page, now, '')];
    setMissing(new Set(open));
    if (open.length > 0) {
      setProblem('还有没填完的条件');
      return;
    }
    const next = toCondition(now);
    const read = next === undefined ? undefined : readCondition(next);
    if (read?.problem !== undefined) {
      setProblem(read.problem);
      return;
    }
    setProblem('');
    onApply(next);
    setOpened(false);
  };
  const build = useMemo<Building>(
    () => ({
      page,
      host,
      missing,
      change: (id, change) => {
        setProblem('');
        setRoot((now) => (id === now.id ? asGroup(change(now)) : changed(now, id, change)));
      },
      apply: () => undefined,
    }),
    [page, host, missing],
  );
  const count = useMemo(() => {
    const now = toCondition(root);
    return now === undefined ? 0 : leafCount(now);
  }, [root]);
  return (
    <Drawer
      open={opened}
      title={title}
      width={narrow ? '100%' : rem(640)}
      maskClosable={false}
      destroyOnHidden
      onClose={() => setOpened(false)}
      afterOpenChange={(open) => {
        if (open) focusFirst(body.current);
        else onClose();
      }}
      footer={
        <div className={styles.foot}>
          <span className={problem === '' ? styles.count : styles.fault} role="status">
            {problem === '' ? `${count} / ${CONDITION_LIMITS.leaves} 个条件` : problem}
          </span>
          <Button onClick={() => setRoot(newGroup())}>清空</Button>
          <Button onClick={() => setOpened(false)}>取消</Button>
          <Button type="primary" onClick={apply}>
            {verb}
          </Button>
        </div>
      }
    >
      <div
        ref={body}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            apply();
          }
        }}
      >
        <GroupEditor group={root} sub="" depth={1} build={build} root />
      </div>
    </Drawer>
  );
};

const asGroup = (node: EditNode | null): EditGroup => (node?.sort === 'group' ? node : newGroup());

/** Lines whose expression does not bind. */
const faults = (page: Page, group: EditGroup, sub: string): readonly string[] =>
  group.items.flatMap((node): readonly string[] => {
    if (node.sort === 'group') return faults(page, node, sub);
    if (node.sort === 'expr') return exprFault(page, node.text, sub) === undefined ? [] : [node.id];
    return node.rows === undefined ? [] : faults(page, node.rows, node.f);
  });
