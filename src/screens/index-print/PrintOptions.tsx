/** What is said about the papers before they go out: layout, what stands on them, copies, zoom. */
import { Button, Input, InputNumber, Select, Switch } from 'antd';
import { rem } from '../../../runtime/page/index';
import styles from './index-print.module.css';
import type { IndexDesk, Option } from './use-index-print';

const ZOOMS = [50, 75, 100, 125, 150, 200];
const MAX_COPIES = 5;
const SWITCHES: readonly (readonly [Option, string])[] = [
  ['price', '显示价格'],
  ['tax', '显示税额'],
  ['remark', '备注'],
];

interface Props {
  readonly desk: IndexDesk;
  /** percent */
  readonly zoom: number;
  readonly onZoom: (zoom: number) => void;
}

export function PrintOptions({ desk, zoom, onZoom }: Props) {
  const { chosen, isBusy, options } = desk;
  const isReady = chosen.length > 0 && !isBusy;
  return (
    <header className={styles.bar}>
      <Button type="primary" loading={isBusy} disabled={!isReady} onClick={() => void desk.print()}>
        打印
      </Button>
      <Button disabled={!isReady} onClick={() => void desk.pdf()}>
        下载PDF
      </Button>
      <Button disabled={isBusy || desk.current === undefined} onClick={() => void desk.send()}>
        发送供应商
      </Button>
      {desk.choices.length > 1 && (
        <label>
          模板
          <Select
            aria-label="模板"
            value={desk.layout ?? null}
            onChange={desk.choose}
            options={desk.choices.map(({ code, title }) => ({ value: code, label: title }))}
            style={{ minWidth: rem(140) }}
          />
        </label>
      )}
      {SWITCHES.map(([option, title]) => {
        // tax is a price: whoever hides these hides it
        const isClosed = (option !== 'remark' && !desk.maySeePrices) || (option === 'tax' && !options.price);
        return (
          <label key={option}>
            {title}
            <Switch
              size="small"
              aria-label={title}
              checked={options[option] && !isClosed}
              disabled={isClosed}
              onChange={(on) => desk.setOption(option, on)}
            />
          </label>
        );
      })}
      <label>
        份数
        <InputNumber
          aria-label="份数"
          min={1}
          max={MAX_COPIES}
          precision={0}
          value={desk.copies}
          onChange={(value) => desk.setCopies(value ?? 1)}
          style={{ width: rem(64) }}
        />
      </label>
      {desk.reason !== undefined && (
        <label>
          补打原因
          <Input
            aria-label="补打原因"
            autoFocus
            value={desk.reason}
            maxLength={200}
            onChange={(event) => desk.setReason(event.target.value)}
          />
        </label>
      )}
      <span className={styles.grow} />
      <span>
        {chosen.length} / {desk.orders?.length ?? 0} 张
      </span>
      <Select
        aria-label="缩放"
        value={zoom}
        onChange={onZoom}
        options={ZOOMS.map((value) => ({ value, label: `${value}%` }))}
        style={{ width: rem(90) }}
      />
    </header>
  );
}
