/** What is said about a print job before it goes out: layout, copies, range, place on the paper. */
import { Button, Checkbox, Input, InputNumber, Select } from 'antd';
import type { ReactNode } from 'react';
import { rem } from '../page/scale';
import { MAX_SHIFT } from './preprinted';
import styles from './print.module.css';
import type { PrintJob } from './use-print';

interface Props {
  readonly job: PrintJob;
  /** how it is looked at, at the end of the bar */
  readonly children: ReactNode;
}

export function PrintBar({ job, children }: Props) {
  const { data, picked, isBusy, count, range, start, needsReason, reason, ground } = job;
  return (
    <div className={styles.bar}>
      <Button type="primary" loading={isBusy} disabled={!data || picked === null} onClick={() => void job.print()}>
        打印
      </Button>
      <Button disabled={!data || isBusy || picked === null} onClick={() => void job.pdf()}>
        导出PDF
      </Button>
      {data && data.choices.length > 1 && (
        <label>
          模板
          <Select
            aria-label="模板"
            value={data.layout.code}
            onChange={job.choose}
            options={data.choices.map(({ code, title }) => ({ value: code, label: title }))}
            style={{ minWidth: rem(140) }}
          />
        </label>
      )}
      <label>
        份数
        <InputNumber aria-label="份数" min={1} max={99} value={count} onChange={(value) => job.setCopies(value ?? 1)} />
      </label>
      <label>
        页码
        <Input
          aria-label="页码范围"
          placeholder="全部，如 1-3,5"
          value={range}
          status={picked === null ? 'error' : ''}
          onChange={(event) => job.setRange(event.target.value)}
          style={{ width: rem(130) }}
        />
      </label>
      {data !== undefined && data.layout.cells > 1 && (
        <label>
          起始格
          <InputNumber
            aria-label="起始格"
            min={1}
            max={data.layout.cells}
            value={start}
            onChange={(value) => job.setStart(value ?? 1)}
          />
        </label>
      )}
      <GroundFields ground={ground} />
      {needsReason && (
        <label>
          补打原因
          <Input
            aria-label="补打原因"
            autoFocus
            value={reason}
            maxLength={200}
            onChange={(event) => job.setReason(event.target.value)}
          />
        </label>
      )}
      <span className={styles.grow} />
      {data && <span>共 {data.pages.length} 页</span>}
      {children}
    </div>
  );
}

function GroundFields({ ground: { form, isOn, setOn, shift, move } }: { readonly ground: PrintJob['ground'] }) {
  if (form === undefined) return null;
  return (
    <>
      <Checkbox checked={isOn} onChange={(event) => setOn(event.target.checked)}>
        打印底图
      </Checkbox>
      {(['右移', '下移'] as const).map((title, at) => (
        <label key={title}>
          {title}
          <InputNumber
            aria-label={`${title}毫米`}
            min={-MAX_SHIFT}
            max={MAX_SHIFT}
            step={0.5}
            precision={1}
            suffix="mm"
            value={shift[at === 0 ? 0 : 1]}
            onChange={(value) => move(at === 0 ? 0 : 1, value)}
            style={{ width: rem(96) }}
          />
        </label>
      ))}
    </>
  );
}
