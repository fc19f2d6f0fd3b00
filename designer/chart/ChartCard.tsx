/** The chosen chart: its mark, its dataset, what stands on which role. The rest of its keys follow below in the inspector. */

import { Dropdown, Select, Tooltip } from 'antd';
import { LineIcon } from '../../runtime/page/index';
import { MARKS } from '../../schemas/language/charts';
import type { ChartKeys, ChartMark } from '../../schemas/language/document-report';
import { isDated } from '../../schemas/language/kinds/index';
import type { ResolvedReport } from '../../schemas/language/resolved-report';
import { GRAINS } from '../../schemas/language/sorts/report';
import { wordTitle } from '../../schemas/language/sorts/texts/index';
import { dropField, moveField, setAxis, setDataset, setMark, takeField } from '../commands/index';
import type { Seat } from '../desk/seat';
import { Glyph } from '../Glyph';
import { codeOfDim, shownBy } from '../rules/charts';
import styles from './chart.module.css';
import { ALL_MARKS, markPath } from './marks';

interface Props {
  readonly seat: Seat;
  readonly address: string;
  readonly keys: ChartKeys & { readonly report?: string };
  readonly report: ResolvedReport | undefined;
  /** datasets to choose from; none in a report, whose charts stand over itself */
  readonly datasets: readonly { readonly value: string; readonly label: string }[] | undefined;
}

export const ChartCard = ({ seat, address, keys, report, datasets }: Props) => {
  const mark = keys.chart ?? 'table';
  const roles = MARKS[mark];
  return (
    <>
      <section className={styles.card} aria-label="图形">
        <h3>
          图形 <span className={styles.also}>{roles.title}</span>
        </h3>
        <MarkPicker seat={seat} address={address} mark={mark} />
      </section>
      <section className={styles.card} aria-label="图表数据">
        <h3>
          数据 <span className={styles.also}>{rolesText(roles)}</span>
        </h3>
        {datasets !== undefined && (
          <Select
            size="small"
            style={{ width: '100%' }}
            showSearch
            optionFilterProp="label"
            aria-label="数据集"
            placeholder="选择数据集"
            value={keys.report ?? null}
            options={[...datasets]}
            onChange={(code: string) => seat.run(setDataset, { address, report: code })}
          />
        )}
        {report !== undefined && (
          <>
            <Dims seat={seat} address={address} keys={keys} report={report} />
            <Measures seat={seat} address={address} keys={keys} report={report} />
          </>
        )}
      </section>
    </>
  );
};

/** How it is drawn: what cannot be for its data says why. */
const MarkPicker = ({ seat, address, mark }: Pick<Props, 'seat' | 'address'> & { readonly mark: ChartMark }) => (
  <div className={styles.marks} role="radiogroup" aria-label="图形">
    {ALL_MARKS.map((eachMark) => {
      const blocked = eachMark === mark ? undefined : seat.blocked(setMark, { address, mark: eachMark });
      return (
        <Tooltip
          key={eachMark}
          title={blocked === undefined ? MARKS[eachMark].title : `${MARKS[eachMark].title}：${blocked}`}
          mouseEnterDelay={0.3}
        >
          <button
            type="button"
            role="radio"
            aria-checked={eachMark === mark}
            aria-disabled={blocked !== undefined}
            aria-label={MARKS[eachMark].title}
            onClick={() => eachMark !== mark && seat.run(setMark, { address, mark: eachMark })}
          >
            <LineIcon d={markPath(eachMark)} />
          </button>
        </Tooltip>
      );
    })}
  </div>
);

interface FieldsProps extends Pick<Props, 'seat' | 'address' | 'keys'> {
  readonly report: ResolvedReport;
}
/** What its numbers are grouped by, in order. */
const Dims = ({ seat, address, keys, report }: FieldsProps) => (
  <>
    <ListHead
      title="维度"
      shown={MARKS[keys.chart ?? 'table'].dims[1] > 0}
      options={Object.values(report.dims).map(({ code, title }) => ({ key: code, label: title }))}
      onAdd={(field) => seat.run(takeField, { address, field })}
    />
    <ul className={styles.list}>
      {shownBy(keys).dims.map((dim, n) => {
        const code = codeOfDim(dim);
        const field = report.dims[code];
        const isTime = isDated(field);
        return (
          <li key={dim} className={styles.chip} data-dim={code}>
            <i className={styles.role}>维</i>
            <span className={styles.name}>{field?.title ?? code}</span>
            {isTime && (
              <Grain
                grain={dim.split(':')[1] ?? ''}
                onChange={(grain) => seat.run(takeField, { address, field: code, instead: code, grain })}
              />
            )}
            {n > 0 && (
              <Small label="前移" icon="up" onClick={() => seat.run(moveField, { address, field: code, by: -1 })} />
            )}
            <Small
              label={`移出${field?.title ?? code}`}
              icon="close"
              onClick={() => seat.run(dropField, { address, field: code })}
            />
          </li>
        );
      })}
    </ul>
  </>
);

/** Its numbers, in order, and the axis each stands on. */
const Measures = ({ seat, address, keys, report }: FieldsProps) => {
  const hasAxes = keys.chart === 'barLine' || keys.chart === 'line';
  const right = new Set(keys.right ?? []);
  return (
    <>
      <ListHead
        title="指标"
        shown
        options={Object.values(report.measures).map(({ code, title }) => ({ key: code, label: title }))}
        onAdd={(field) => seat.run(takeField, { address, field })}
      />
      <ul className={styles.list}>
        {shownBy(keys).measures.map((code, n) => (
          <li key={code} className={styles.chip} data-measure-chip={code}>
            <i className={styles.role} data-measure="">
              指
            </i>
            <span className={styles.name}>{report.measures[code]?.title ?? code}</span>
            {hasAxes && (
              <button
                type="button"
                className={styles.small}
                onClick={() => seat.run(setAxis, { address, measure: code, right: !right.has(code) })}
              >
                {right.has(code) ? '右轴' : '左轴'}
              </button>
            )}
            {n > 0 && (
              <Small label="前移" icon="up" onClick={() => seat.run(moveField, { address, field: code, by: -1 })} />
            )}
            <Small
              label={`移出${report.measures[code]?.title ?? code}`}
              icon="close"
              onClick={() => seat.run(dropField, { address, field: code })}
            />
          </li>
        ))}
      </ul>
    </>
  );
};

const range = ([least, most]: readonly [number, number]): string => (least === most ? `${least}` : `${least}–${most}`);
const rolesText = (roles: {
  readonly dims: readonly [number, number];
  readonly measures: readonly [number, number];
}): string => `${range(roles.dims)} 维度，${range(roles.measures)} 指标`;

interface HeadProps {
  readonly title: string;
  readonly shown: boolean;
  readonly options: readonly { readonly key: string; readonly label: string }[];
  readonly onAdd: (field: string) => void;
}
const ListHead = ({ title, shown, options, onAdd }: HeadProps) =>
  shown ? (
    <div className={styles.listHead}>
      {title}
      <Dropdown
        trigger={['click']}
        menu={{
          items: [...options],
          onClick: ({ key }) => onAdd(key),
          style: { maxHeight: '24rem', overflow: 'auto' },
        }}
      >
        <button type="button" className={styles.icon} style={{ margin: 0 }} aria-label={`加${title}`}>
          <Glyph name="plus" />
        </button>
      </Dropdown>
    </div>
  ) : null;

const Grain = ({ grain, onChange }: { readonly grain: string; readonly onChange: (grain: string) => void }) => (
  <Dropdown
    trigger={['click']}
    menu={{
      selectable: true,
      selectedKeys: [grain],
      items: [
        { key: '', label: '原值' },
        ...GRAINS.map((grain) => ({ key: grain, label: wordTitle('report', 'minGrain', grain) })),
      ],
      onClick: ({ key }) => onChange(key),
    }}
  >
    <button type="button" className={styles.small} aria-label="时间粒度">
      {grain === '' ? '原值' : wordTitle('report', 'minGrain', grain)}
    </button>
  </Dropdown>
);

const Small = ({
  label,
  icon,
  onClick,
}: {
  readonly label: string;
  readonly icon: string;
  readonly onClick: () => void;
}) => (
  <button type="button" className={styles.icon} aria-label={label} title={label} onClick={onClick}>
    <Glyph name={icon} />
  </button>
);
