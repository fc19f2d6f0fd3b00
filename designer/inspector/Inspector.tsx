/** The inspector: every key of what is selected, in the groups of the key tables. Nothing here knows a sort by name. */
import { ConfigProvider, Input } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { Icon } from '../../runtime/page/index';
import { TableTip } from '../../runtime/table/TableTip';
import { isNode } from '../../schemas/language/resolve/merge';
import { SORT_TITLES } from '../../schemas/language/sorts/texts/index';
import { splitAddress, valueAt } from '../../schemas/language/steps/index';
import { type Inspecting, InspectorContext } from './context';
import { type Editors, EditorsContext } from './editors/recursion';
import { ShapeEditor } from './editors/ShapeEditor';
import styles from './inspector.module.css';
import { KeyLine } from './KeyLine';
import { type KeyGroupRows, type KeyRow, keyGroups, sortAt } from './keys';
import { nameOf } from './names';
import { useQuiet } from './use-quiet';
import { useSubject } from './use-subject';

const EDITORS: Editors = { Shape: ShapeEditor, Line: KeyLine };

export interface InspectorProps extends Inspecting {
  /** one node, or several of one sort whose common keys are set together; '' is the document */
  readonly addresses: readonly string[];
  /** what it is called where its sort alone does not say it */
  readonly called?: string;
  /** keys that are shown elsewhere */
  readonly without?: ReadonlySet<string>;
}

export const Inspector = ({ addresses, called, without, ...inspecting }: InspectorProps) => {
  const { doc, library, onSteps, onSelect, root, standard, refuse, problems, onLeft, sample, page } = inspecting;
  const key = addresses.join(' ');
  const panel = useRef<HTMLDivElement>(null);
  const subject = useSubject(doc, key);
  const isQuiet = useQuiet(String(subject.id));
  const groups = useMemo(
    () => shownOf(keyGroups(doc, library, key === '' ? [''] : key.split(' '), standard), without),
    [doc, library, key, standard, without],
  );
  const context = useMemo(
    () => ({ doc, library, onSteps, onSelect, root, standard, refuse, problems, onLeft, sample, page, subject }),
    [doc, library, onSteps, onSelect, root, standard, refuse, problems, onLeft, sample, page, subject],
  );
  if (groups.length === 0) return <p className={styles.empty}>选择一项来设置</p>;
  return (
    <InspectorContext value={context}>
      <EditorsContext value={EDITORS}>
        <ConfigProvider componentSize="small">
          <div className={styles.inspector} key={subject.id} ref={panel}>
            <Head inspecting={context} addresses={addresses} called={called} />
            {groups.map((group, n) => (
              <Group key={group.group} group={group} room={isQuiet ? Number.POSITIVE_INFINITY : roomOf(groups, n)} />
            ))}
            <TableTip scroller={panel} />
          </div>
        </ConfigProvider>
      </EditorsContext>
    </InspectorContext>
  );
};

/** what they are called is where they stand, or what they are drawn as */
const NAMED_BY_PLACE: ReadonlySet<string> = new Set(['column', 'item', 'flowNode', 'flowWay']);

const Head = ({
  inspecting,
  addresses,
  called,
}: {
  readonly inspecting: Inspecting;
  readonly addresses: readonly string[];
  readonly called: string | undefined;
}) => {
  const { doc, library, onSteps, onSelect, root = '' } = inspecting;
  const [address = ''] = addresses;
  const sort = sortAt(doc, address) ?? 'object';
  const { parent, key } = splitAddress(address);
  const node = valueAt(doc, address);
  const title = nameOf(doc, library, address, sort);
  const up = address === root ? undefined : sortAt(doc, parent) === undefined ? splitAddress(parent).parent : parent;
  return (
    <header className={styles.head}>
      {up !== undefined && (
        <button
          type="button"
          className={styles.icon}
          aria-label="返回上级"
          title="返回上级"
          onClick={() => onSelect(up)}
        >
          <Icon name="left" />
        </button>
      )}
      <h2>{addresses.length > 1 ? `${addresses.length} 个${SORT_TITLES[sort]}` : title}</h2>
      {/* a side of the document is called by its word alone */}
      {addresses.length === 1 && parent !== '' && (
        <Code
          key={address}
          code={key}
          fixed={!isNode(node) || NAMED_BY_PLACE.has(sort)}
          onRename={(to) => onSteps([{ rename: address, to }], `${address}:rename`)}
        />
      )}
      <span className={styles.sort}>{called ?? SORT_TITLES[sort]}</span>
    </header>
  );
};

/** The code of an own entry can be changed; what names it follows (`commands/rename.ts`). */
const Code = ({
  code,
  fixed,
  onRename,
}: {
  readonly code: string;
  readonly fixed: boolean;
  readonly onRename: (to: string) => void;
}) => {
  const [text, setText] = useState<string>();
  if (fixed) return <code className={styles.code}>{code}</code>;
  if (text === undefined)
    return (
      <button type="button" className={styles.code} title="修改编码" onClick={() => setText(code)}>
        {code}
      </button>
    );
  const commit = (): void => {
    setText(undefined);
    if (/^[A-Za-z][A-Za-z0-9]{0,39}$/.test(text) && text !== code) onRename(text);
  };
  return (
    <Input
      value={text}
      size="small"
      autoFocus
      className={styles.codeInput ?? ''}
      aria-label="编码"
      status={/^[A-Za-z][A-Za-z0-9]{0,39}$/.test(text) ? '' : 'error'}
      onChange={(event) => setText(event.target.value)}
      onPressEnter={commit}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setText(undefined);
      }}
    />
  );
};

/** Keys that are mounted with the panel: as many as there is room for on a usual screen. */
const AT_ONCE = 18;
const LINE_REM = 3;
const roomOf = (groups: readonly KeyGroupRows[], n: number): number =>
  Math.max(0, AT_ONCE - groups.slice(0, n).reduce((sum, group) => sum + group.rows.filter(isShown).length, 0));

interface GroupProps {
  readonly group: KeyGroupRows;
  /** how many of its keys are mounted; the others keep their place */
  readonly room: number;
}
const Group = ({ group, room }: GroupProps) => {
  const [all, setAll] = useState(false);
  const usual = group.rows.filter(isShown);
  const rest = group.rows.length - usual.length;
  const rows = all ? group.rows : usual;
  const later = Math.max(0, rows.length - room);
  return (
    <section className={styles.group} aria-label={group.title}>
      <h3>
        {group.title}
        <span>{group.changed === 0 ? '默认' : `已改 ${group.changed}`}</span>
      </h3>
      {rows.slice(0, room).map((row) => (
        <KeyLine key={row.key} row={row} />
      ))}
      {later > 0 && <div style={{ height: `${later * LINE_REM}rem` }} />}
      {rest > 0 && (
        <button type="button" className={styles.link} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? '收起' : `更多 ${rest} 项`}
        </button>
      )}
    </section>
  );
};
/** Groups without the keys that stand elsewhere; a group of nothing else goes. */
const shownOf = (groups: readonly KeyGroupRows[], without: ReadonlySet<string> | undefined): readonly KeyGroupRows[] =>
  without === undefined
    ? groups
    : groups.flatMap((group) => {
        const rows = group.rows.filter((row) => !without.has(row.key));
        return rows.length === 0 ? [] : [{ ...group, rows, changed: rows.filter((row) => row.changed).length }];
      });
const isShown = (row: KeyRow): boolean =>
  !row.rare || row.changed || row.mixed || (row.value !== undefined && !row.need);
