/** What is to be labelled: batch, quantity and pack are typed, labels and rest follow. */
import { Button, Input, InputNumber } from 'antd';
import { Icon } from '../../../runtime/page/Icon';
import type { LabelSort } from '../../../schemas/language/wire-labels';
import styles from './CodePrint.module.css';
import { labelsOf, restOf, type SourceRow } from './rows';

export interface SourceTableProps {
  readonly type: LabelSort;
  readonly rows: readonly SourceRow[];
  readonly locked: boolean;
  readonly onChange: (key: string, change: Partial<SourceRow>) => void;
  readonly onRemove: (key: string) => void;
  readonly onBatch: (row: SourceRow) => void;
}

export function SourceTable({ type, rows, locked, onChange, onRemove, onBatch }: SourceTableProps) {
  const isMaterial = type === 'LB';
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">编码</th>
          <th scope="col">名称</th>
          <th scope="col">{type === 'EM' ? '岗位' : '规格型号'}</th>
          {isMaterial && (
            <>
              <th scope="col">辅助属性</th>
              <th scope="col">批次</th>
              <th scope="col" data-num>
                总数
              </th>
              <th scope="col" data-num>
                每张数量
              </th>
            </>
          )}
          <th scope="col" data-num>
            张数
          </th>
          {isMaterial && (
            <th scope="col" data-num>
              尾数
            </th>
          )}
          <th scope="col" aria-label="操作" />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const isCounted = isMaterial && row.total !== null && row.total > 0;
          const number = (title: string, field: 'total' | 'each', least: number) => (
            <td data-num data-title={title}>
              <InputNumber
                aria-label={`${row.code} ${title}`}
                value={row[field]}
                min={least}
                max={1e9}
                precision={row.decimals}
                inputMode="decimal"
                controls={false}
                disabled={locked}
                {...(field === 'total' && row.unitName !== '' ? { suffix: row.unitName } : {})}
                onChange={(value) => onChange(row.key, { [field]: value })}
              />
            </td>
          );
          return (
            <tr key={row.key}>
              <td data-title="编码">{row.code}</td>
              <td data-title="名称" title={row.name}>
                {row.name}
              </td>
              <td data-title="规格" title={row.spec}>
                {row.spec}
              </td>
              {isMaterial && (
                <>
                  <td data-title="辅助属性">
                    <Input
                      aria-label={`${row.code} 辅助属性`}
                      value={row.attrKey}
                      maxLength={200}
                      disabled={locked}
                      onChange={(event) => onChange(row.key, { attrKey: event.target.value.replaceAll('|', '') })}
                    />
                  </td>
                  <td data-title="批次">
                    <span className={styles.batch}>
                      <Input
                        aria-label={`${row.code} 批次`}
                        value={row.batchNbr}
                        maxLength={50}
                        disabled={locked}
                        status={row.traced && row.batchNbr.trim() === '' ? 'error' : ''}
                        placeholder={row.traced ? '必填' : ''}
                        onChange={(event) => onChange(row.key, { batchNbr: event.target.value.replaceAll('|', '') })}
                      />
                      <Button type="link" disabled={locked} onClick={() => onBatch(row)}>
                        新批次
                      </Button>
                    </span>
                  </td>
                  {number('总数', 'total', 0)}
                  {number('每张数量', 'each', 0)}
                </>
              )}
              <td data-num data-title="张数">
                {isCounted ? (
                  labelsOf(type, row)
                ) : (
                  <InputNumber
                    aria-label={`${row.code} 张数`}
                    value={row.count}
                    min={1}
                    max={2000}
                    precision={0}
                    inputMode="numeric"
                    controls={false}
                    disabled={locked}
                    onChange={(value) => onChange(row.key, { count: value ?? 1 })}
                  />
                )}
              </td>
              {isMaterial && (
                <td data-num data-title="尾数">
                  {restOf(type, row) ?? ''}
                </td>
              )}
              <td>
                <Button
                  type="text"
                  aria-label={`移除 ${row.code}`}
                  icon={<Icon name="close" />}
                  disabled={locked}
                  onClick={() => onRemove(row.key)}
                />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
