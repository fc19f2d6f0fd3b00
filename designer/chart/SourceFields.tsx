/** Fields of the object a report reads: each becomes a dim to group by, or a measure to add up. */
import { Dropdown } from 'antd';
import type { Library } from '../../schemas/language/check/index';
import type { ResolvedField } from '../../schemas/language/resolved';
import type { ResolvedReport } from '../../schemas/language/resolved-report';
import { addDim, addMeasure, type Total } from '../commands/index';
import type { Seat } from '../desk/seat';
import { Glyph } from '../Glyph';
import styles from './chart.module.css';
import { isDim, isNumber } from './new-chart';

interface Props {
  readonly seat: Seat;
  readonly report: ResolvedReport;
  readonly library: Library;
  readonly query: string;
}
interface Line {
  readonly path: string;
  readonly field: ResolvedField;
}
const WAYS: readonly { readonly key: Total; readonly label: string; readonly word: string }[] = [
  { key: 'sum', label: '求和', word: '' },
  { key: 'max', label: '最大', word: '最大' },
  { key: 'min', label: '最小', word: '最小' },
];

export const SourceFields = ({ seat, report, library, query }: Props) => {
  const object = library.objects.get(report.from ?? '')?.object;
  const wanted = query.trim().toLowerCase();
  if (object === undefined)
    return (
      <p className={styles.none}>{report.service === undefined ? '先选择数据来源' : '这个报表的数据由服务给出'}</p>
    );
  const groups: readonly { readonly title: string; readonly lines: readonly Line[] }[] = [
    ...(report.sub === undefined
      ? []
      : [
          {
            title: object.fields[report.sub]?.title ?? '明细',
            lines: Object.values(object.fields[report.sub]?.sub?.fields ?? {}).map((field) => ({
              path: field.code,
              field,
            })),
          },
        ]),
    {
      title: object.title,
      lines: Object.values(object.fields)
        .filter(
          (field) =>
            field.sub === undefined &&
            (field.base !== true || field.code === 'createdBy' || field.code === 'createdAt'),
        )
        .map((field) => ({ path: report.sub === undefined ? field.code : `doc.${field.code}`, field })),
    },
  ];
  const put = ({ path, field }: Line, total?: Total, word = ''): void => {
    if (total === undefined) seat.run(addDim, { path, title: field.title });
    else seat.run(addMeasure, { path, title: `${word}${field.title}`, total });
  };
  return (
    <div className={styles.tree}>
      <h3 className={styles.area}>行数</h3>
      <button
        type="button"
        className={styles.field}
        onClick={() =>
          seat.run(addMeasure, { path: '', title: report.sub === undefined ? '单数' : '行数', total: 'count' })
        }
      >
        <i className={styles.role} data-measure="">
          指
        </i>
        <span className={styles.name}>数一数有几行</span>
      </button>
      {groups.map((group) => (
        <section key={group.title} aria-label={group.title}>
          <h3 className={styles.area}>{group.title}</h3>
          {group.lines
            .filter(({ field }) => isNumber(field) || isDim(field))
            .filter(({ field }) => wanted === '' || `${field.title} ${field.code}`.toLowerCase().includes(wanted))
            .map((line) => (
              <div key={line.path} className={styles.row}>
                <button
                  type="button"
                  className={styles.field}
                  data-source-field={line.path}
                  title={isNumber(line.field) ? '作为指标求和' : '作为维度'}
                  onClick={() => put(line, isNumber(line.field) ? 'sum' : undefined)}
                >
                  <i className={styles.role} data-measure={isNumber(line.field) ? '' : undefined}>
                    {isNumber(line.field) ? '指' : '维'}
                  </i>
                  <span className={styles.name}>{line.field.title}</span>
                </button>
                <Dropdown
                  trigger={['click']}
                  menu={{
                    items: isNumber(line.field)
                      ? WAYS.map(({ key, label }) => ({ key, label: `作为指标：${label}` }))
                      : [
                          { key: 'dim', label: '作为维度' },
                          { key: 'distinct', label: '作为指标：去重计数' },
                        ],
                    onClick: ({ key }) => {
                      const way = WAYS.find((way) => way.key === key);
                      if (key === 'dim') put(line);
                      else put(line, key as Total, way?.word ?? '');
                    },
                  }}
                >
                  <button type="button" className={styles.icon} aria-label={`「${line.field.title}」的用法`}>
                    <Glyph name="more" />
                  </button>
                </Dropdown>
              </div>
            ))}
        </section>
      ))}
    </div>
  );
};
