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
  const { feedback } = useHost();
  const { kept, forget } = useKept(code);
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
      {!fresh && <Importing code={code} sheet={sheet} onDone={forget} />}
      <Button size="small" onClick={() => void drop()}>
        不导入
      </Button>
    </section>
  );
};

interface ImportingProps {
  readonly code: string;
  readonly sheet: KeptSheet;
  readonly onDone: () => void;
}
/** The page of the object as it is published says what may come in, and whether this person may bring it. */
const Importing = ({ code, sheet, onDone }: ImportingProps) => {
  const state = usePage(code);
  const [isOpen, setOpen] = useState(false);
  const client = useQueryClient();
  const page = state.status === 'ready' ? state.page : undefined;
  const fitting = useMemo(() => page && fileFor(sheet, page.object), [sheet, page]);
  if (state.status === 'error') return <span role="alert">{state.error.msg}</span>;
  if (page === undefined || fitting === undefined) return null;
  const action = page.object.actions.import;
  if (action === undefined || !page.can(action.right)) return <span>您没有导入的权限</span>;
  const { file, left } = fitting;
  const note = left.length === 0 ? '' : `${left.map((name) => `「${name}」`).join('')}不随导入：由系统填写或不在表单上`;
  const close = (done: boolean): void => {
    setOpen(false);
    if (!done) return;
    onDone();
    void readAnew(client);
  };
  return (
    <>
      <Button size="small" type="primary" onClick={() => setOpen(true)}>
        导入 Excel 中的 {countRows(sheet.rows)} 行
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ImportDialog page={page} chosen={{ file, note }} onClose={close} />
        </Suspense>
      )}
    </>
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
