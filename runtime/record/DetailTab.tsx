/** One tab of a detail page. */
import { type CSSProperties, lazy, Suspense } from 'react';
import type { ResolvedAction } from '../../schemas/language/resolved';
import type { Json } from '../../schemas/language/value';
import { RecordBlock } from '../form/blocks';
import { formBlock } from '../form/form-blocks';
import type { FormModel } from '../form/form-model';
import type { Group } from '../form/layout';
import { ReadText } from '../form/render';
import type { Page } from '../page/types';
import { DetailLinks } from './DetailLinks';
import { DetailList } from './DetailList';
import styles from './DetailPage.module.css';
import { DetailRows } from './DetailRows';
import type { DetailSection } from './detail-tabs';
import { FilesTab } from './FilesTab';
import { UsageTab } from './UsageTab';

const ReportPart = lazy(() => import('../charts/index').then((module) => ({ default: module.ReportPart })));

const FlowTab = lazy(() => import('../flow/index').then((module) => ({ default: module.FlowTab })));

export interface DetailTabProps {
  readonly page: Page;
  readonly model: FormModel;
  readonly section: DetailSection;
  readonly onRun?: ((action: ResolvedAction, rows?: readonly string[]) => void) | undefined;
}

export function DetailTab({ page, model, section, onRun }: DetailTabProps) {
  if (section.part === '$links') return <DetailLinks page={page} model={model} />;
  if (section.part === '$history') return <RecordBlock name="timeline" page={page} record={model.stored} />;
  const Block = section.block === undefined ? undefined : formBlock(section.block);
  if (Block !== undefined) return <Block model={model} />;
  if (section.block !== undefined)
    return (
      <RecordBlock
        name={section.block}
        page={page}
        record={model.stored}
        {...(onRun === undefined ? {} : { onRun: (action: ResolvedAction) => onRun(action) })}
      />
    );
  if (section.part === '$files') return <FilesTab model={model} />;
  if (section.part === '$flow')
    return (
      <Suspense fallback={null}>
        <FlowTab object={page.object.object} id={String(model.stored?.id ?? '')} version={model.stored?.version} />
      </Suspense>
    );
  if (section.part === '$usage') return <UsageTab page={page} model={model} />;
  const rows = section.tables.length > 0 || section.list !== undefined;
  const named = section.groups.length > 1 && !rows;
  return (
    <>
      {section.groups.length > 0 && (
        <div className={rows ? styles.meta : `${styles.meta} ${styles.whole}`}>
          {section.groups.map((group) => (
            <ReadGroup key={group.code} model={model} group={group} named={named} />
          ))}
        </div>
      )}
      {section.tables.map((table) => (
        <DetailRows key={table.code} page={page} model={model} table={table} onRun={onRun} />
      ))}
      {section.report !== undefined && (
        <Suspense fallback={null}>
          <ReportPart page={page} part={section.report} doc={(field) => model.value(field) as Json | undefined} />
        </Suspense>
      )}
      {section.list !== undefined && <DetailList model={model} part={section.list} />}
    </>
  );
}

interface ReadGroupProps {
  readonly model: FormModel;
  readonly group: Group;
  readonly named: boolean;
}

/** A group as text: label and value in one line, three pairs abreast. */
function ReadGroup({ model, group, named }: ReadGroupProps) {
  const shown = group.fields.filter((field) => !model.states.hidden.has(field.field.code));
  const columns = Math.max(2, group.columns);
  return (
    <section className={styles.group} data-group={group.code}>
      {named && group.title !== '' && <h2>{group.title}</h2>}
      <dl data-columns={columns} style={{ '--columns': columns } as CSSProperties}>
        {shown.map(({ field, title, span }) => {
          return (
            <div
              key={field.code}
              data-field={field.code}
              data-span={span}
              style={{ '--span': Math.min(span, columns) } as CSSProperties}
            >
              <dt title={title}>{title}</dt>
              <dd>
                <ReadText model={model} field={field} value={model.value(field.code)} />
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
