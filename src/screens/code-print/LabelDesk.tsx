/** The screen of labels: layout and copies, scan and choice at the top, what is printed at the left, one label at its true size at the right. */
import { Button, InputNumber, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useHost } from '../../../runtime/page/host';
import { SelectPage } from '../../../runtime/pick/index';
import type { ScanHit } from '../../../schemas/language/wire-labels';
import styles from './CodePrint.module.css';
import { type PreviewData, said } from './calls';
import { LabelPreview } from './LabelPreview';
import { ScanBox } from './ScanBox';
import type { Desk } from './use-label-desk';

interface Props {
  readonly desk: Desk;
  /** first in the head: what the screen is, or which sort it makes */
  readonly head: ReactNode;
  readonly choose: { readonly title: string; readonly object: string };
  readonly onChosen: (ids: readonly string[]) => Promise<unknown>;
  /** a scan means a thing of this field only */
  readonly scanned?: { readonly page: string; readonly field: string };
  readonly onHit: (hit: ScanHit) => Promise<string>;
  /** undefined = nothing to print yet */
  readonly rows: ReactNode | undefined;
  readonly previewOf: object | undefined;
  readonly onPreview: (body: object) => Promise<PreviewData>;
  readonly count: number;
  readonly status: string;
  /** beside the status: what else is asked */
  readonly asked?: ReactNode;
  /** before the buttons that print */
  readonly more?: ReactNode;
  readonly verb: string;
}

export function LabelDesk(props: Props) {
  const { desk, head, choose, onChosen, scanned, onHit, rows, previewOf, onPreview, count, status, asked, more, verb } =
    props;
  const { active, feedback } = useHost();
  const [choosing, setChoosing] = useState(false);
  const { tpl, templates, locked, busy, copies } = desk;
  return (
    <div className={styles.screen}>
      <header className={styles.bar}>
        {head}
        <label>
          模板
          <Select
            aria-label="模板"
            {...(tpl === undefined ? {} : { value: tpl })}
            disabled={locked || templates.length === 0}
            options={templates.map(({ code, title }) => ({ value: code, label: title }))}
            onChange={desk.setTpl}
            className={styles.tpl ?? ''}
          />
        </label>
        <label>
          份数
          <InputNumber
            aria-label="份数"
            min={1}
            max={99}
            value={copies}
            onChange={(value) => desk.setCopies(value ?? 1)}
          />
        </label>
        <span className={styles.grow} />
        <ScanBox active={active} disabled={locked} {...(scanned === undefined ? {} : { of: scanned })} onHit={onHit} />
        <Button disabled={locked} onClick={() => setChoosing(true)}>
          选择{choose.title}
        </Button>
      </header>
      <div className={styles.body}>
        <section className={styles.rows} aria-label="打印对象">
          {rows ?? <p className={styles.none}>请先选择要打印的对象</p>}
        </section>
        <LabelPreview
          of={previewOf === undefined ? '' : JSON.stringify(previewOf)}
          load={(at) => onPreview({ ...previewOf, at })}
          empty="选择后在这里预览标签"
        />
      </div>
      <footer className={styles.foot}>
        <span aria-live="polite">{status}</span>
        {asked}
        <span className={styles.grow} />
        {desk.made === undefined ? (
          more
        ) : (
          <Button disabled={busy} onClick={desk.clear}>
            完成
          </Button>
        )}
        <Button disabled={busy || count === 0} onClick={() => void desk.send((paper) => desk.pdf(paper))}>
          导出PDF
        </Button>
        <Button
          type="primary"
          loading={busy}
          disabled={count === 0}
          onClick={() => void desk.send((paper) => desk.print(paper, copies))}
        >
          {desk.made === undefined ? verb : '打印'}
        </Button>
      </footer>
      {choosing && (
        <SelectPage
          params={new URLSearchParams({ obj: choose.object, multi: '1' })}
          onDone={(found) => {
            setChoosing(false);
            onChosen((found ?? []).map(({ id }) => id)).catch((error: unknown) => feedback.error(said(error)));
          }}
        />
      )}
      {desk.outlet}
    </div>
  );
}
