/**
 * One row of search controls, as many as fit; the rest unfolds under 更多. Choices apply at once, typed text on Enter or 查询. A phone
 * has one control and 筛选, which unfolds the others and the buttons.
 */
import { Button } from 'antd';
import { type ReactNode, type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { Json } from '../../schemas/language/value';
import type { SearchValues } from '../data/types';
import { useFilterHost } from '../fields/use-filter-host';
import { Icon, type Page, useNarrow, useScale } from '../page/index';
import styles from './SearchRow.module.css';
import { searchControls } from './search-fields';

interface Props {
  readonly page: Page;
  readonly values: SearchValues;
  /** what the row starts with, and has again after 重置 */
  readonly defaults?: SearchValues;
  readonly onSearch: (values: SearchValues) => void;
  readonly onReset: () => void;
  /** opens the builder of conditions */
  readonly advanced?: ReactNode;
}
/** px at 1440: a control with its gap, and the buttons */
const NONE: SearchValues = {};
const CONTROL = 208;
const BUTTONS = 310;

export const SearchRow = ({ page, values, defaults = NONE, onSearch, onReset, advanced }: Props) => {
  const controls = useMemo(() => searchControls(page), [page]);
  const [draft, setDraft] = useState<SearchValues>(values);
  const [open, setOpen] = useState(false);
  const row = useRef<HTMLFormElement>(null);
  const fit = useFit(row);
  const narrow = useNarrow();
  // the address changed from outside (back, a link): what was typed gives way
  const [seen, setSeen] = useState(values);
  if (seen !== values) {
    setSeen(values);
    setDraft(values);
  }
  const host = useFilterHost(page);
  if (controls.length === 0) return null;
  const few = Math.max(1, Math.min(controls.length, fit));
  const shown = open ? controls : controls.slice(0, few);
  const hidden = controls.length - few;
  const hiddenUsed = controls.slice(few).filter(({ key }) => values[key] !== undefined).length;
  const handleChange = (key: string, value: Json | undefined, now: boolean): void => {
    const { [key]: _old, ...rest } = draft;
    const next = value === undefined ? rest : { ...rest, [key]: value };
    setDraft(next);
    if (now) onSearch(next);
  };
  const turn = (
    <button type="button" className={styles.more} aria-expanded={open} onClick={() => setOpen(!open)}>
      {turnWord(open, narrow ? '筛选' : '更多', hiddenUsed)}
      <Icon name={open ? 'up' : narrow ? 'filter' : 'down'} />
    </button>
  );
  return (
    <form
      className={styles.search}
      ref={row}
      role="search"
      aria-label="查询条件"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(draft);
      }}
    >
      {shown.map(({ key, title, placement, field, Control }) => (
        <div key={key} className={styles.control} data-search={key}>
          <Suspense fallback={<span className={styles.coming} />}>
            <Control
              title={title}
              placement={placement}
              field={field}
              value={draft[key]}
              host={host}
              onChange={(value, now) => handleChange(key, value, now)}
              onEnter={() => onSearch(draft)}
            />
          </Suspense>
        </div>
      ))}
      {narrow && !open ? (
        turn
      ) : (
        <div className={styles.buttons}>
          <Button htmlType="submit">查询</Button>
          <Button
            type="text"
            onClick={() => {
              setDraft(defaults);
              onReset();
            }}
          >
            重置
          </Button>
          {advanced}
          {(hidden > 0 || narrow) && turn}
        </div>
      )}
    </form>
  );
};

const turnWord = (open: boolean, word: string, used: number): string => {
  if (open) return '收起';
  return used > 0 ? `${word} ${used}` : word;
};

/** how many controls stand beside the buttons */
const useFit = (row: RefObject<HTMLFormElement | null>): number => {
  const scale = useScale();
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = row.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      if (element.clientWidth > 0) setWidth(element.clientWidth);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [row]);
  return width === 0 ? 4 : Math.floor((width - BUTTONS * scale) / (CONTROL * scale));
};
