/** Open lines of a push or pull: what may still be passed on, how much of it now. Lines with nothing open hide until they are asked for. */

import { Button, Checkbox, Input, Modal } from 'antd';
import { useMemo, useReducer, useState } from 'react';
import { cleanNumber, formatNum, sumDec } from '../../schemas/language/codec/decimal';
import type { WireRow } from '../data/types';
import type { Way } from '../form/NoticeBar';
import { useHost } from '../page/host';
import { rem } from '../page/scale';
import { useTouch } from '../page/use-touch';
import { DataTable, NOTHING, select, type TableColumn, type TableContext } from '../table/index';
import { HeldBar } from './HeldBar';
import styles from './PushDialog.module.css';
import { type Held, NOTHING_SAID } from './result';
import { DIALOG, LARGE, useSending, WHOLE, WHOLE_DIALOG } from './use-sending';

/** One line of the preview of a push (language §7.4). */
export interface PushLine extends WireRow {
  readonly rowId: string;
  readonly nbr?: string;
  readonly lineNo?: number;
  /** what the line is about */
  readonly subject?: string | null;
  /** what its quantities are counted in */
  readonly unit?: string | null;
  readonly limit?: number | null;
  readonly used?: number | null;
  /** null = no quantity is controlled, the line goes whole */
  readonly open?: number | null;
  readonly asked?: number;
  readonly isOpen?: boolean;
}
export interface PushPreview {
  readonly lines: readonly PushLine[];
  /** title of what lines are about; null = nothing that has a name */
  readonly subject: string | null;
}
export interface PushAnswer {
  readonly id: string;
  /** absent where no quantity is controlled */
  readonly qty?: number;
}
export interface PushDialogProps extends PushPreview {
  readonly title: string;
  /** Sends the chosen lines; a refusal stays in the dialog. */
  readonly onSend: (rows: readonly PushAnswer[]) => Promise<Held | null>;
  readonly onWay: (way: Way) => void;
  readonly onClose: (sent: boolean) => void;
}

const CONTEXT: TableContext = { now: () => '' };
const isWhole = (row: WireRow): boolean => (row as PushLine).open === null;
const isClosed = (row: WireRow): boolean => {
  const { isOpen, open } = row as PushLine;
  return isOpen === false || (open !== null && Number(open ?? 0) <= 0);
};
/** Only more than was ordered is open: for him who asks for it. */
const isDue = (row: WireRow): boolean => !isClosed(row) && (isWhole(row) || (row as PushLine).asked !== 0);

export function PushDialog({ title, lines, subject, onSend, onWay, onClose }: PushDialogProps) {
  const rows = useMemo(() => lines.map((line) => ({ ...line, id: line.rowId })), [lines]);
  const { params } = useHost();
  const large = useTouch() || params.get('floor') === '1';
  const [all, setAll] = useState(false);
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const [selection, dispatch] = useReducer(
    (state: typeof NOTHING, act: Parameters<typeof select>[1]) =>
      select(state, act, { mode: 'multi', isLocked: isClosed }),
    NOTHING,
    (nothing) => select(nothing, { type: 'page', page: rows.filter(isDue) }, { mode: 'multi', isLocked: isClosed }),
  );
  const { busy, refused, setRefused, send } = useSending<Held>(onClose);
  const qtyOf = (row: PushLine): string => typed.get(row.rowId) ?? String(row.asked ?? row.open ?? 0);
  const shown = all ? rows : rows.filter((row) => !isClosed(row));
  const chosen = rows.filter((row) => selection.rows.has(row.id));
  const counted = chosen.filter((row) => !isWhole(row));
  const units = new Set(counted.map(({ unit }) => unit ?? ''));
  const total = sumDec(counted.map((row) => Number(qtyOf(row))));
  const wrong = chosen.find((row) => !isWhole(row) && !(Number(qtyOf(row)) > 0));

  const hasUnits = rows.some(({ unit }) => unit !== undefined && unit !== null);
  const columns = pushColumns({ subject, hasUnits }, qtyOf, (row, text) => {
    setTyped(new Map([...typed, [row.rowId, text]]));
    if (!selection.rows.has(row.id)) dispatch({ type: 'force', row });
  });
  const handleOk = async (): Promise<void> => {
    if (busy) return;
    if (wrong !== undefined) {
      setRefused({ ...NOTHING_SAID, text: `「${wrong.nbr ?? ''}」第${wrong.lineNo ?? ''}行数量必须大于0` });
      return;
    }
    await send({
      call: () =>
        onSend(chosen.map((row) => (isWhole(row) ? { id: row.rowId } : { id: row.rowId, qty: Number(qtyOf(row)) }))),
    });
  };
  return (
    <Modal
      open
      centered={!large}
      title={title}
      width={large ? '100vw' : rem(1000)}
      {...(large && { style: WHOLE })}
      maskClosable={false}
      onCancel={() => onClose(false)}
      styles={large ? WHOLE_DIALOG : DIALOG}
      footer={
        <div className={styles.foot}>
          <span>
            已选 {chosen.length} 行{/* pieces and kilograms have no sum */}
            {units.size === 1 && (
              <>
                ，本次 <b>{`${formatNum(total, '#,##0.####')} ${[...units].join('')}`.trim()}</b>
              </>
            )}
          </span>
          <Checkbox checked={all} onChange={(event) => setAll(event.target.checked)}>
            显示全部
          </Checkbox>
          <span className={styles.grow} />
          <Button {...(large && LARGE)} onClick={() => onClose(false)}>
            取消
          </Button>
          <Button
            {...(large && LARGE)}
            type="primary"
            loading={busy}
            disabled={chosen.length === 0}
            onClick={() => void handleOk()}
          >
            确定
          </Button>
        </div>
      }
    >
      <HeldBar held={refused} onWay={onWay} onLeave={() => onClose(false)} onClose={() => setRefused(null)} />
      <div className={styles.table} data-large={large || undefined}>
        <DataTable
          label={title}
          columns={columns}
          rows={shown}
          context={CONTEXT}
          selection={{ mode: 'multi', state: selection, dispatch, isLocked: isClosed }}
          empty="没有可下推的行"
          {...(large && { rowHeight: 64 })}
        />
      </div>
    </Modal>
  );
}

const COLUMN = {
  minWidth: 80,
  headerAlign: 'left',
  align: 'left',
  sortable: false,
  grows: false,
  overflow: true,
  required: false,
} as const;
const NUMBER = { ...COLUMN, align: 'right', headerAlign: 'right' } as const;
const amount = (value: unknown): string => (typeof value === 'number' ? formatNum(value, '#,##0.####') : '');
const words = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

function pushColumns(
  { subject, hasUnits }: { readonly subject: string | null; readonly hasUnits: boolean },
  qtyOf: (row: PushLine) => string,
  onQty: (row: PushLine, text: string) => void,
): readonly TableColumn[] {
  const asLine = (row: WireRow): PushLine => row as PushLine;
  return [
    { ...COLUMN, key: 'nbr', title: '来源单号', width: 180, text: (row) => words(row.nbr) },
    { ...NUMBER, key: 'lineNo', title: '行', width: 60, text: (row) => words(row.lineNo) },
    ...(subject === null
      ? []
      : [
          {
            ...COLUMN,
            key: 'subject',
            title: subject,
            width: 200,
            grows: true,
            text: (row: WireRow) => words(row.subject),
          },
        ]),
    ...(hasUnits
      ? [{ ...COLUMN, key: 'unit', title: '单位', width: 60, text: (row: WireRow) => words(row.unit) }]
      : []),
    { ...NUMBER, key: 'limit', title: '上限', width: 100, text: (row) => amount(row.limit) },
    { ...NUMBER, key: 'used', title: '已下推', width: 100, text: (row) => amount(row.used) },
    { ...NUMBER, key: 'open', title: '可下推', width: 100, text: (row) => amount(row.open) },
    {
      ...NUMBER,
      key: 'asked',
      title: '本次',
      width: 120,
      required: true,
      text: (row) => qtyOf(asLine(row)),
      render: (row) => {
        const line = asLine(row);
        if (isClosed(row) || isWhole(row)) return '';
        const qty = qtyOf(line);
        const over = Number(qty) > Number(line.open ?? 0) || !(Number(qty) > 0);
        return (
          <span data-own="">
            <Input
              size="small"
              className={styles.qty}
              aria-label={`第${line.lineNo ?? ''}行本次数量`}
              inputMode="decimal"
              value={qty}
              status={over ? 'error' : ''}
              onFocus={(event) => event.target.select()}
              onChange={(event) => onQty(line, cleanNumber(event.target.value))}
            />
          </span>
        );
      },
    },
  ];
}
