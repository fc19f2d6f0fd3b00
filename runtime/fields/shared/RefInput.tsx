/** A reference chosen from a list that the server searches while one types. Disabled records are grey and say why. */

import { type RefSelectProps, Select } from 'antd';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { isMany } from '../../../schemas/language/kinds/index';
import type { PickData, PickRow } from '../../data/types';
import type { InputProps } from '../input-props';
import { boxOf } from './box';
import { exactOrOnly } from './exact';
import styles from './inputs.module.css';
import { marked } from './marked';

const SEARCH_MS = 200;
const SIZE = 30;

export interface RefInputProps extends InputProps {
  /** stands at the end of the box in place of the arrow */
  readonly suffix?: ReactNode;
  /** F4 opens the selection window, as in the cells of a sub-table */
  readonly onWindow?: () => void;
}

export function RefInput(props: RefInputProps) {
  const { field, value, host, onChange, disabled, placeholder, open, suffix, onWindow } = props;
  const many = isMany(field);
  const box = useRef<RefSelectProps>(null);
  const [isOpen, setOpen] = useState(open === true);
  const { rows, loading, search, confirm } = useCandidates(
    (body) => host.pick(field, body),
    (data) => host.keep(field, data.records, data),
    (found, text) => {
      const hit = exactOrOnly(
        found.filter((row) => row.$isDisabled !== true),
        text,
      );
      if (hit === undefined) return;
      host.used(field, [hit]);
      if (!many) onChange(hit.id, hit);
      else if (!chosen.includes(hit.id)) onChange([...chosen, hit.id]);
      // what was typed has become a choice: leaving the box takes it out of the box
      box.current?.blur();
      box.current?.focus();
      setOpen(false);
    },
  );
  const target = host.target(field);
  const chosen: readonly string[] = Array.isArray(value)
    ? (value as string[])
    : typeof value === 'string'
      ? [value]
      : [];
  const seen = new Set(rows.map((row) => row.id));
  const options = [
    ...chosen
      .filter((text) => !seen.has(text))
      .map((text) => ({
        value: text,
        label: marked(host.label(target, text), host.isOff(target, text) && 'off'),
        disabled: false,
      })),
    ...grouped(rows, chosen),
  ];
  const max = host.limit(field, 'max');
  /** Enter before the answer to what was typed: the list still shows the answer to something else, of which nothing is meant. */
  const handleEnter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !confirm()) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const common = {
    ref: box,
    ...boxOf(props),
    options,
    placeholder: placeholder ?? '请选择',
    showSearch: true,
    filterOption: false,
    loading,
    notFoundContent: loading ? '加载中…' : '暂无数据',
    onSearch: search,
    open: isOpen,
    onOpenChange: (opened: boolean) => {
      setOpen(opened);
      if (opened) search('');
    },
    ...(suffix === undefined ? {} : { suffixIcon: suffix }),
    ...(onWindow === undefined || disabled === true
      ? {}
      : {
          onKeyDown: (event: KeyboardEvent) => {
            if (event.key !== 'F4') return;
            event.preventDefault();
            onWindow();
          },
        }),
  };
  useEffect(() => {
    if (open === true) search('');
  }, [open, search]);
  if (many)
    return (
      <span className={styles.bare} onKeyDownCapture={handleEnter}>
        <Select<string[]>
          {...common}
          mode="multiple"
          maxTagCount="responsive"
          {...(typeof max === 'number' ? { maxCount: max } : {})}
          value={[...chosen]}
          onChange={(next) => {
            host.used(
              field,
              rows.filter((row) => next.includes(row.id) && !chosen.includes(row.id)),
            );
            onChange(next);
          }}
        />
      </span>
    );
  return (
    <span className={styles.bare} onKeyDownCapture={handleEnter}>
      <Select<string | null>
        {...common}
        value={chosen[0] ?? null}
        onChange={(next) => {
          const picked = rows.find((row) => row.id === next);
          if (picked !== undefined) host.used(field, [picked]);
          onChange(next ?? null, picked);
        }}
      />
    </span>
  );
}

/** What the user took last stands in a group of its own above the rest. */
function grouped(rows: readonly PickRow[], chosen: readonly string[]) {
  const option = (row: PickRow) => ({
    value: row.id,
    label: marked(row.label, row.$isDisabled === true && 'off'),
    disabled: row.$isDisabled === true && !chosen.includes(row.id),
  });
  const last = rows.filter((row) => row.$recent === true);
  const rest = rows.filter((row) => row.$recent !== true);
  if (last.length === 0 || rest.length === 0) return rows.map(option);
  return [
    { label: '最近使用', title: '最近使用', options: last.map(option) },
    { label: '全部', title: '全部', options: rest.map(option) },
  ];
}

/** Candidates of the typed text, the last question winning. `confirm` before its answer: the text is meant whole, and `take` gets it. */
export function useCandidates(
  load: (body: { search: string; current: number; size: number }) => Promise<PickData>,
  keep: (data: PickData) => void,
  take: (rows: readonly PickRow[], text: string) => void,
): {
  readonly rows: readonly PickRow[];
  readonly loading: boolean;
  readonly search: (text: string) => void;
  /** false = nothing is being asked */
  readonly confirm: () => boolean;
} {
  const [state, setState] = useState<{ rows: readonly PickRow[]; loading: boolean }>({ rows: [], loading: false });
  const run = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const call = useRef({ load, keep, take });
  call.current = { load, keep, take };
  /** what is being asked, and whether it was confirmed */
  const asked = useRef({ text: '', confirmed: false });
  const now = useRef<() => void>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const [search] = useState(() => (text: string): void => {
    clearTimeout(timer.current);
    const mine = ++run.current;
    asked.current = { text: text.trim(), confirmed: false };
    setState((now) => ({ ...now, loading: true }));
    now.current = () => {
      clearTimeout(timer.current);
      now.current = undefined;
      call.current.load({ search: text.trim(), current: 1, size: SIZE }).then(
        (data) => {
          if (mine !== run.current) return;
          call.current.keep(data);
          setState({ rows: data.records, loading: false });
          const { text: whole, confirmed } = asked.current;
          asked.current = { text: '', confirmed: false };
          if (confirmed) call.current.take(data.records, whole);
        },
        () => {
          if (mine !== run.current) return;
          asked.current = { text: '', confirmed: false };
          setState({ rows: [], loading: false });
        },
      );
    };
    timer.current = setTimeout(now.current, text === '' ? 0 : SEARCH_MS);
  });
  const [confirm] = useState(() => (): boolean => {
    if (asked.current.text === '') return false;
    asked.current.confirmed = true;
    // whoever saves right after Enter finds the question asked, and waits for it
    now.current?.();
    return true;
  });
  return { ...state, search, confirm };
}
