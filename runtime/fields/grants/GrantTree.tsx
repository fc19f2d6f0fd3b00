/** The tree of grants: searched, narrowed to what is chosen or was changed, taken from another role. */
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Segmented, Select } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import type { GrantNode } from '../../../schemas/language/wire';
import { http } from '../../data/http';
import { keys } from '../../data/query-client';
import { recordClient } from '../../data/record-client';
import { PageFault, PageLoading } from '../../page/PageStates';
import type { InputProps } from '../input-props';
import { type GrantNote, GrantRows } from './GrantRows';
import styles from './Grants.module.css';
import { changeOf, functionsOf, growTree, onlyView, rowsOf, type Shown, toggle } from './tree';

export function GrantEditor({ id, field, value, host, onChange, disabled, status }: InputProps) {
  const chosen = useMemo(() => (Array.isArray(value) ? value.map(String) : []), [value]);
  const stored = host.stored?.(field);
  return (
    <GrantTable
      {...(id === undefined ? {} : { id })}
      title={field.title}
      chosen={chosen}
      before={Array.isArray(stored) ? stored.map(String) : undefined}
      bad={status === 'error'}
      {...(disabled === true ? {} : { onChange })}
    />
  );
}

interface ReaderProps {
  readonly chosen: readonly string[];
  readonly notes?: ReadonlyMap<string, GrantNote>;
}
export function GrantReader({ chosen, notes }: ReaderProps) {
  return <GrantTable title="功能权限" chosen={chosen} before={undefined} bad={false} notes={notes} />;
}

interface TableProps {
  readonly id?: string;
  readonly title: string;
  readonly chosen: readonly string[];
  /** as stored; undefined = nothing to compare with */
  readonly before: readonly string[] | undefined;
  readonly bad: boolean;
  readonly notes?: ReadonlyMap<string, GrantNote> | undefined;
  /** without it the tree is read */
  readonly onChange?: (codes: string[]) => void;
}

function GrantTable({ id, title, chosen, before, bad, notes, onChange }: TableProps) {
  const reading = onChange === undefined;
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState<Shown>(reading ? 'chosen' : 'all');
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['grants'],
    queryFn: () => http.get<readonly GrantNode[]>('/sys/role/grantTree', { quiet: true }),
    staleTime: 60_000,
  });
  const nodes = data ?? NONE;
  const all = useMemo(() => functionsOf(nodes), [nodes]);
  const held = useMemo(() => new Set(chosen), [chosen]);
  const tree = useMemo(() => growTree(nodes, [...chosen, ...(before ?? [])]), [nodes, chosen, before]);
  const change = useMemo(() => changeOf(before ?? chosen, chosen), [before, chosen]);
  const changed = useMemo(() => new Set([...change.added, ...change.removed]), [change]);
  // saved: what was changed is not there to be looked at any more
  useEffect(() => {
    if (changed.size === 0) setShown((was) => (was === 'changed' ? 'all' : was));
  }, [changed]);
  if (isPending) return <PageLoading />;
  if (error) return <PageFault error={error} onRetry={() => void refetch()} />;
  const rows = rowsOf(tree, { closed, search, shown, chosen: held, changed });
  const directories = tree.filter(({ children }) => children.length > 0).map(({ node }) => node.id);
  const give = (codes: readonly string[]): void => onChange?.([...codes]);
  return (
    <div id={id} className={bad ? `${styles.box} ${styles.bad}` : styles.box}>
      <div className={styles.bar}>
        <Input
          className={styles.search ?? ''}
          allowClear
          placeholder="查找页面或功能"
          aria-label={`${title}查找`}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onPressEnter={(event) => event.preventDefault()}
        />
        <Segmented<Shown>
          value={shown}
          onChange={setShown}
          options={[
            { value: 'all', label: '全部' },
            { value: 'chosen', label: `已选 ${chosen.length}` },
            ...(before === undefined
              ? []
              : [{ value: 'changed' as const, label: `改动 ${changed.size}`, disabled: changed.size === 0 }]),
          ]}
        />
        <Button type="text" onClick={() => setClosed(closed.size > 0 ? new Set() : new Set(directories))}>
          {closed.size > 0 ? '展开' : '收起'}
        </Button>
        {!reading && (
          <CopyFrom
            onTake={(codes) =>
              give(
                toggle(
                  held,
                  codes.filter((code) => all.has(code)),
                  true,
                  all,
                ),
              )
            }
          />
        )}
        {change.added.length + change.removed.length > 0 && (
          <span className={styles.sum} role="status">
            {change.added.length > 0 && <b className={styles.added}>新增 {change.added.length} 项</b>}
            {change.removed.length > 0 && <b className={styles.removed}>取消 {change.removed.length} 项</b>}
          </span>
        )}
      </div>
      <GrantRows
        title={title}
        rows={rows}
        chosen={held}
        before={before === undefined ? undefined : new Set(before)}
        reading={reading}
        notes={notes}
        empty={search === '' ? EMPTY[shown] : `没有找到「${search.trim()}」`}
        onOpen={(node, open) =>
          setClosed((was) => {
            const next = new Set(was);
            if (open) next.delete(node);
            else next.add(node);
            return next;
          })
        }
        onToggle={(codes, on) => give(toggle(held, codes, on, all))}
        onView={(codes) => give(onlyView(held, codes, all))}
      />
    </div>
  );
}

const NONE: readonly GrantNode[] = [];
const EMPTY: Readonly<Record<Shown, string>> = {
  all: '没有可以授予的功能',
  chosen: '还没有选择任何功能',
  changed: '改动里没有符合的功能',
};

/** What another role may do is added to what is chosen. */
function CopyFrom({ onTake }: { readonly onTake: (codes: readonly string[]) => void }) {
  const [asked, setAsked] = useState(false);
  const body = { current: 1, size: 200 };
  const { data, isFetching } = useQuery({
    queryKey: keys.list('role', 'role', body),
    queryFn: () => recordClient.list('role', body, { quiet: true }),
    enabled: asked,
  });
  const take = async (id: string): Promise<void> => {
    const role = await recordClient.getOne('role', { id });
    const codes: unknown = role.functions;
    if (Array.isArray(codes)) onTake(codes.map(String));
  };
  return (
    <Select<string | null>
      className={styles.copy ?? ''}
      value={null}
      placeholder="从其他角色加入…"
      aria-label="从其他角色加入"
      showSearch
      optionFilterProp="label"
      loading={isFetching}
      popupMatchSelectWidth={false}
      onOpenChange={(open) => open && setAsked(true)}
      options={(data?.records ?? []).map((record) => ({ value: String(record.id), label: String(record.name ?? '') }))}
      onSelect={(id: string | null) => {
        if (id !== null) void take(id);
      }}
    />
  );
}
