/** Above the middle: rows of the sheet an object began with wait for its publish, or come in now by its ordinary import. */
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import type { DraftOwner } from '../../runtime/data/draft-store';
import { readAnew } from '../../runtime/data/query-client';
import { useHost } from '../../runtime/page/index';
import { usePage } from '../../runtime/page/use-page';
import type { DeskDocument } from '../desk/desk';
import { countRows, fileFor, forgetSheet, type KeptRows, type KeptSheet, keptSheet } from './kept-sheet';
import styles from './new-object.module.css';

const ImportDialog = lazy(() =>
  import('../../runtime/actions/ImportDialog').then((module) => ({ default: module.ImportDialog })),
);

export const SheetRows = ({ object: { code, title, fresh } }: { readonly object: DeskDocument }) => {
  const { session, feedback } = useHost();
  const { kept, forget } = useKept(code);
  const [importing, setImporting] = useState(false);
  const client = useQueryClient();
  if (kept === undefined) return null;
  const { sheet, isOnDevice } = kept;
  const count = countRows(sheet.rows);
  const drop = async (): Promise<void> => {
    if (await feedback.confirm(`不再导入「${sheet.name}」中的 ${count} 行？之后可在列表里用「导入」重新选择文件。`))
      forget();
  };
  return (
    <section className={styles.kept} aria-label="Excel 中的数据">
      <p>
        {fresh
          ? `发布后导入「${sheet.name}」中的 ${count} 行，${isOnDevice ? '在这台电脑上保留 7 天' : '关闭这个标签页后要重新选择文件'}`
          : `「${sheet.name}」中的 ${count} 行还没有导入「${title}」`}
      </p>
      {!fresh && session.can('dataModel:publish') && (
        <Button size="small" type="primary" onClick={() => setImporting(true)}>
          导入 Excel 中的 {count} 行
        </Button>
      )}
      <Button size="small" onClick={() => void drop()}>
        不导入
      </Button>
      {importing && (
        <Importing
          code={code}
          sheet={sheet}
          onClose={(done) => {
            setImporting(false);
            if (!done) return;
            forget();
            void readAnew(client);
          }}
        />
      )}
    </section>
  );
};

interface ImportingProps {
  readonly code: string;
  readonly sheet: KeptSheet;
  readonly onClose: (done: boolean) => void;
}
/** The page of the object as it is published says what may come in. */
const Importing = ({ code, sheet, onClose }: ImportingProps) => {
  const state = usePage(code);
  const object = state.status === 'ready' ? state.page.object : undefined;
  const fitting = useMemo(() => object && fileFor(sheet, object), [sheet, object]);
  if (state.status === 'error') return <span role="alert">{state.error.msg}</span>;
  if (state.status === 'loading' || fitting === undefined) return null;
  const { file, left } = fitting;
  const note = left.length === 0 ? '' : `${left.map((name) => `「${name}」`).join('')}不随导入：由系统填写或不在表单上`;
  return (
    <Suspense fallback={null}>
      <ImportDialog page={state.page} chosen={{ file, note }} onClose={onClose} />
    </Suspense>
  );
};

function useKept(object: string) {
  const { session } = useHost();
  const { org, id } = session.me;
  const [kept, setKept] = useState<KeptRows>();
  useEffect(() => {
    let gone = false;
    void keptSheet({ org, user: id }, object, session.now()).then((found) => {
      if (!gone) setKept(found);
    });
    return () => {
      gone = true;
    };
  }, [org, id, object, session]);
  const owner: DraftOwner = { org, user: id };
  return {
    kept,
    forget: (): void => {
      setKept(undefined);
      void forgetSheet(owner, object);
    },
  };
}
