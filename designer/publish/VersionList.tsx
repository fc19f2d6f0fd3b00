/** 版本: the draft, what stands, what stood before; each can be looked at beside the draft and, by those who may, brought back. */
import { useHost } from '../../runtime/page/index';
import type { Version } from './client';
import styles from './publish.module.css';

export interface VersionListProps {
  readonly versions: readonly Version[];
  /** changes of the draft; 0 = the draft leaves this document as it is */
  readonly changes: number;
  /** version that is looked at; undefined = the draft */
  readonly shown: number | undefined;
  /** version 0 is what was shipped */
  readonly hasStandard: boolean;
  readonly mayRollback: boolean;
  readonly onShow: (version: number | undefined) => void;
  readonly onRollback: (version: number) => void;
}

export const VersionList = (props: VersionListProps) => {
  const { versions, changes, shown, hasStandard, mayRollback, onShow, onRollback } = props;
  const { session } = useHost();
  const year = new Date(session.now()).getFullYear().toString();
  const next = (versions[0]?.version ?? 0) + 1;
  return (
    <>
      <ol className={styles.versions}>
        <li data-state="draft" aria-current={shown === undefined || undefined}>
          <button type="button" onClick={() => onShow(undefined)}>
            <span>
              <b>v{next}</b> <i>草稿</i>
            </span>
            <small>{changes === 0 ? '没有改动' : `${changes} 处改动，待发布`}</small>
          </button>
        </li>
        {versions.map((version) => (
          <li
            key={version.version}
            data-state={version.isCurrent ? 'current' : undefined}
            aria-current={shown === version.version || undefined}
          >
            <button type="button" onClick={() => onShow(version.version)}>
              <span>
                <b>v{version.version}</b> {version.isCurrent && <em>当前</em>} {dayOf(version.at, year)} {version.by}
              </span>
              <small>{version.isGone ? '移除' : version.note === '' ? '没有说明' : version.note}</small>
            </button>
            {mayRollback && !version.isCurrent && !version.isGone && (
              <button type="button" className={styles.back} onClick={() => onRollback(version.version)}>
                回退
              </button>
            )}
          </li>
        ))}
        {hasStandard && (
          <li data-state={versions.length === 0 ? 'current' : undefined} aria-current={shown === 0 || undefined}>
            <button type="button" onClick={() => onShow(0)}>
              <span>
                <b>标准</b> {versions.length === 0 && <em>当前</em>}
              </span>
              <small>随产品的样子</small>
            </button>
            {mayRollback && versions.length > 0 && (
              <button type="button" className={styles.back} onClick={() => onRollback(0)}>
                回退
              </button>
            )}
          </li>
        )}
      </ol>
      <p className={styles.remark}>回退是把旧版本再发布一次，版本号继续往上走，中间的版本都保留。</p>
    </>
  );
};
const dayOf = (at: string, year: string): string => (at.startsWith(year) ? at.slice(5, 16) : at.slice(0, 10));
