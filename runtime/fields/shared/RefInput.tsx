/** A reference chosen from a list that the server searches while one types. Disabled records are grey and say why. */
import { Select } from 'antd';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { PickData, PickRow } from '../../data/types';
import { isMany } from '../facts';
import type { InputProps } from '../input-props';
import styles from './inputs.module.css';

const SEARCH_MS = 200;
const SIZE = 30;

export interface RefInputProps extends InputProps {
  /** stands at the end of the box in place of the arrow */
  readonly suffix?: ReactNode;
  /** F4 opens the selection window, as in the cells of a sub-table */
  readonly onWindow?: () => void;
}

export function RefInput(props: RefInputProps) {
  const { id, field, value, host, onChange, disabled, status, placeholder, autoFocus, open, suffix, onWindow } = props;
  const many = isMany(field);
  const { rows, loading, search } = useCandidates(
    (body) => host.pick(field, body),
    (data) => host.keep(field, data.records, data),
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
      .filter((one) => !seen.has(one))
      .map((one) => ({ value: one, label: host.label(target, one), disabled: false })),
    ...grouped(rows, chosen),
  ];
  const max = host.limit(field, 'max');
  const common = {
    id: id ?? '',
    className: styles.fill ?? '',
    options,
    disabled: disabled ?? false,
    placeholder: placeholder ?? '请选择',
    autoFocus: autoFocus ?? false,
    allowClear: field.required !== true,
    showSearch: true,
    filterOption: false,
    loading,
    notFoundContent: loading ? '加载中…' : '暂无数据',
    onSearch: search,
    onOpenChange: (opened: boolean) => {
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
    ...(status === undefined ? {} : { status }),
    ...(open === true ? { defaultOpen: true } : {}),
  };
  useEffect(() => {
    if (open === true) search('');
  }, [open, search]);
  if (many)
    return (
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
    );
  return (
    <Select<string | null>
      {...common}
      value={chosen[0] ?? null}
      onChange={(next) => {
        const picked = rows.find((row) => row.id === next);
        if (picked !== undefined) host.used(field, [picked]);
        onChange(next ?? null, picked);
      }}
    />
  );
}

/** What the user took last stands in a group of its own above the rest. */
function grouped(rows: readonly PickRow[], chosen: readonly string[]) {
  const option = (row: PickRow) => ({
    value: row.id,
    label: row.$isDisabled === true ? `${row.label}（已停用）` : row.label,
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

/** Candidates of the typed text, the last question winning. */
export function useCandidates(
  load: (body: { search: string; current: number; size: number }) => Promise<PickData>,
  keep: (data: PickData) => void,
): { readonly rows: readonly PickRow[]; readonly loading: boolean; readonly search: (text: string) => void } {
  const [state, setState] = useState<{ rows: readonly PickRow[]; loading: boolean }>({ rows: [], loading: false });
  const run = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const call = useRef({ load, keep });
  call.current = { load, keep };
  useEffect(() => () => clearTimeout(timer.current), []);
  const [search] = useState(() => (text: string): void => {
    clearTimeout(timer.current);
    const mine = ++run.current;
    setState((now) => ({ ...now, loading: true }));
    timer.current = setTimeout(
      () => {
        call.current.load({ search: text.trim(), current: 1, size: SIZE }).then(
          (data) => {
            if (mine !== run.current) return;
            call.current.keep(data);
            setState({ rows: data.records, loading: false });
          },
          () => {
            if (mine === run.current) setState({ rows: [], loading: false });
          },
        );
      },
      text === '' ? 0 : SEARCH_MS,
    );
  });
  return { ...state, search };
}
