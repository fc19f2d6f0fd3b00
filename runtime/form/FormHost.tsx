/** A whole form: groups, then the strip of tabs with sub-tables. Enter goes to the next field, the strip keeps every tab mounted once seen. */

import { ConfigProvider } from 'antd';
import { type KeyboardEvent, type ReactNode, useCallback, useRef, useState } from 'react';
import { isMany } from '../../schemas/language/kinds/index';
import { useSignal } from '../data/signal';
import { inputOf } from '../fields/inputs';
import { Grid } from '../grid/Grid';
import type { PopupOf } from '../grid/GridEditor';
import { GridFoot } from '../grid/GridFoot';
import { GridReportBar } from '../grid/GridReportBar';
import { GridToolbar } from '../grid/GridToolbar';
import styles from './form.module.css';
import type { FormModel } from './form-model';
import { GroupView } from './GroupView';
import { foldsGroups, inSight, type Layout, mayFold, mayRead, type Section, type SubTable } from './layout';
import { PartView } from './PartView';
import type { SubModel } from './sub-model';
import { shownValue } from './sub-value';
import { useMarkKeys } from './use-mark-keys';

export interface FormHostProps {
  readonly model: FormModel;
  readonly layout: Layout;
  readonly labelWidth: number;
  /** inside a dialog: no frame of its own */
  readonly embedded?: boolean;
  readonly children?: ReactNode;
  /** tab to show, set from outside when a problem stands in it */
  readonly tab: number;
  readonly onTab: (tab: number) => void;
}
/** Fields that are mounted at once; groups behind them wait until they come near. */
const AT_ONCE = 60;

export function FormHost({ model, layout, labelWidth, embedded = false, children, tab, onTab }: FormHostProps) {
  const frame = useRef<HTMLDivElement>(null);
  useMarkKeys(frame);
  let before = 0;
  const folds = !model.isNew && foldsGroups(layout, model.states.hidden);
  const { size, labels } = model.object.edit;
  const sheet = (
    <div
      ref={frame}
      className={embedded ? `${styles.sheet} ${styles.embedded}` : styles.sheet}
      data-form={model.key}
      data-size={size}
      data-labels={labels}
      onKeyDown={(event) => nextField(event, frame.current)}
    >
      {children}
      {layout.groups.map((group, n) => {
        const later = before > AT_ONCE;
        before += group.fields.length;
        return (
          <GroupView
            key={group.code}
            model={model}
            group={group}
            labelWidth={labelWidth}
            later={later}
            folded={folds && mayFold(group, n, model.object.floor?.big)}
          />
        );
      })}
      {layout.tables.map((table) => (
        <TableSection
          key={table.code}
          model={model}
          table={table}
          head={<TabTitle model={model} section={asSection(table)} alone />}
        />
      ))}
      {layout.parts.map((part) => (
        <PartView key={part.code} model={model} part={part} />
      ))}
      {layout.tabs.length > 0 && (
        <Strip model={model} tabs={layout.tabs} labelWidth={labelWidth} tab={tab} onTab={onTab} />
      )}
    </div>
  );
  return size === undefined || size === 'medium' ? (
    sheet
  ) : (
    <ConfigProvider componentSize={size}>{sheet}</ConfigProvider>
  );
}

const asSection = (table: SubTable): Section => ({
  code: table.code,
  title: table.title,
  groups: [],
  tables: [table],
  parts: [],
});

interface StripProps {
  readonly model: FormModel;
  readonly tabs: readonly Section[];
  readonly labelWidth: number;
  readonly tab: number;
  readonly onTab: (tab: number) => void;
}

/** A tab whose content the rules hide is none; the one in front then gives way to the first. */
function Strip({ model, tabs: all, labelWidth, tab, onTab }: StripProps) {
  useSignal(model.standing);
  const tabs = all.map((section) => inSight(section, model.states.hidden, (part) => mayRead(model.page, part)));
  const at = tabs[tab] === undefined ? tabs.findIndex((tab) => tab !== undefined) : tab;
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set([at]));
  if (!seen.has(at)) setSeen(new Set([...seen, at]));
  const section = tabs[at];
  if (section === undefined) return null;
  const list = (
    <div className={styles.tabs} role="tablist">
      {tabs.map(
        (tab, n) =>
          tab !== undefined && (
            <TabTitle key={tab.code} model={model} section={tab} on={n === at} onClick={() => onTab(n)} />
          ),
      )}
    </div>
  );
  const [first, ...more] = section.tables;
  return (
    <>
      {first === undefined ? (
        <div className={styles.strip}>{list}</div>
      ) : (
        <TableSection key={first.code} model={model} table={first} head={list} />
      )}
      {more.map((table) => (
        <TableSection
          key={table.code}
          model={model}
          table={table}
          head={<TabTitle model={model} section={asSection(table)} alone />}
        />
      ))}
      {all.map(
        (section, n) =>
          (seen.has(n) || n === at) &&
          (section.groups.length > 0 || section.parts.length > 0) && (
            <div key={section.code} className={styles.pane} hidden={n !== at}>
              {section.groups.map((group) => (
                <GroupView
                  key={group.code}
                  model={model}
                  group={{ ...group, title: section.groups.length > 1 ? group.title : '' }}
                  labelWidth={labelWidth}
                />
              ))}
              {section.parts.map((part) => (
                <PartView key={part.code} model={model} part={part} />
              ))}
            </div>
          ),
      )}
    </>
  );
}

interface TabTitleProps {
  readonly model: FormModel;
  readonly section: Section;
  readonly on?: boolean;
  readonly alone?: boolean;
  readonly onClick?: () => void;
}

function TabTitle({ model, section, on = false, alone = false, onClick }: TabTitleProps) {
  useSignal(model.standing);
  const table = section.tables[0];
  const store = table === undefined ? undefined : model.subs.get(table.code)?.store;
  useSignal(store?.list ?? model.standing);
  useSignal(store?.faults ?? model.standing);
  const codes = [
    ...section.groups.flatMap((group) => group.fields.map((field) => field.field.code)),
    ...section.tables.map((table) => table.code),
  ];
  const errors = model.errorsIn(codes);
  const count = store?.rows.length ?? fileCount(model, section);
  const inner = (
    <>
      {section.title}
      {count !== undefined && <small>{store === undefined ? count : `${count} 行`}</small>}
      {errors > 0 && !on && !alone && <span className={styles.errors}>{errors}</span>}
      {table !== undefined && model.problemsOf(table.code).length > 0 && (
        <span className={styles.errors} role="alert">
          {model.problemsOf(table.code)[0]?.text}
        </span>
      )}
    </>
  );
  // a table that stands alone has a heading, nothing to choose among
  if (alone)
    return (
      <div className={styles.tab} data-on="" data-alone="">
        {inner}
      </div>
    );
  return (
    <button
      type="button"
      role="tab"
      data-part={section.code}
      aria-selected={on}
      className={styles.tab}
      data-on={on ? '' : undefined}
      onClick={onClick}
    >
      {inner}
    </button>
  );
}

/** A tab of attachments says how many there are. */
function fileCount(model: FormModel, section: Section): number | undefined {
  const files = section.groups.flatMap((group) => group.fields).find((field) => field.field.type === 'file');
  const value = files === undefined ? null : model.value(files.field.code);
  return Array.isArray(value) && value.length > 0 ? value.length : undefined;
}

interface TableSectionProps {
  readonly model: FormModel;
  readonly table: SubTable;
  readonly head: ReactNode;
}

/** A sub-table with its tools: alone on a page (`list.grid`) as in a form. */
export function TableSection({ model, table, head }: TableSectionProps) {
  useSignal(model.standing);
  const sub = model.subs.get(table.code);
  const popup = useCallback<PopupOf>(
    (editing, put) => sub !== undefined && <CellInput sub={sub} editing={editing} put={put} />,
    [sub],
  );
  if (sub === undefined || model.states.hidden.has(table.code)) return null;
  const { add, paste, remove } = sub.can;
  return (
    <section className={styles.table} data-field={table.code}>
      <div className={styles.strip}>
        {head}
        {head !== null && (add || paste || remove) && <span className={styles.separator} />}
        <GridToolbar control={sub.control} />
      </div>
      <GridReportBar control={sub.control} />
      <Grid control={sub.control} popup={popup} />
      <GridFoot
        control={sub.control}
        also={model.changed}
        items={() => sub.foot(table.foot.map((placed) => placed.field))}
      />
    </section>
  );
}

interface CellInputProps {
  readonly sub: SubModel;
  readonly editing: Parameters<PopupOf>[0];
  readonly put: Parameters<PopupOf>[1];
}

/** The kind's own control over a cell of the grid. */
function CellInput({ sub, editing, put }: CellInputProps) {
  const { field } = editing.column;
  // one component per kind, looked up and not made
  const Input = inputOf(field.kind);
  const single = !isMany(field) && field.range !== true;
  return (
    <Input
      field={field}
      value={shownValue(editing.row, editing.column, field)}
      host={sub.inputs(editing.row)}
      autoFocus
      open
      onChange={(value) => put(value, single)}
    />
  );
}

const FOCUSABLE =
  'input:not([disabled]), textarea:not([disabled]):not([data-live]), button[role="switch"]:not([disabled])';

/** Enter leaves a field for the next one in reading order; lists, texts of several lines and the grid keep their own Enter. */
function nextField(event: KeyboardEvent, frame: HTMLElement | null): void {
  if (event.key !== 'Enter' || event.defaultPrevented || event.ctrlKey || event.altKey || event.shiftKey) return;
  const target = event.target as HTMLElement;
  if (frame === null || target.tagName === 'TEXTAREA' || target.tagName === 'BUTTON') return;
  if (event.nativeEvent.isComposing || target.getAttribute('aria-expanded') === 'true') return;
  const fields = [...frame.querySelectorAll<HTMLElement>(`[data-field] :is(${FOCUSABLE})`)].filter(
    (element) => element.offsetParent !== null,
  );
  const next = fields[fields.indexOf(target) + 1];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
