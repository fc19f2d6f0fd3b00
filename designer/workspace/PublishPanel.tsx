/** The publish screen over the draft that is open: sends what is left, then reads the draft as the server has it. */

import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useHost } from '../../runtime/page/index';
import { PageLoading } from '../../runtime/page/PageStates';
import { documentTitle } from '../../schemas/language/words/index';
import { designClient } from '../data/client';
import type { DeskView } from '../desk/desk';
import type { StoreDesk } from '../desk/store-desk';
import { type DraftedText, PublishScreen } from '../publish/index';
import styles from './publish-panel.module.css';

interface Props {
  readonly desk: StoreDesk;
  readonly view: DeskView;
  readonly onBack: () => void;
  readonly onJump: (document: string, address: string) => void;
  readonly onPublished: () => void;
}

export const PublishPanel = ({ desk, view, onBack, onJump, onPublished }: Props) => {
  const { session } = useHost();
  const current = view.open?.id;
  const read = useQuery({
    queryKey: ['design', 'draft', current],
    queryFn: async () => {
      if (!(await desk.send())) throw new Error('有修改还没有保存，请联网后再发布');
      const documents = current === undefined ? [] : [current];
      return desk.draft === undefined
        ? designClient.look(desk.app, documents)
        : designClient.read(desk.draft, documents);
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const documents = useMemo<readonly DraftedText[]>(
    () =>
      (read.data?.documents ?? [])
        .filter(({ id, base, doc }) => id === current || JSON.stringify(base) !== JSON.stringify(doc))
        .map(({ id, code, base, doc }) => ({
          id,
          title: documentTitle(doc) ?? documentTitle(base) ?? code,
          base,
          text: doc,
        })),
    [read.data, current],
  );
  const overlays = useMemo(
    () =>
      new Set(
        (read.data?.documents ?? [])
          .filter((eachDocument) => eachDocument.overlay !== undefined)
          .map((eachDocument) => eachDocument.id),
      ),
    [read.data],
  );
  if (read.error !== null)
    return (
      <div className={styles.failed} role="alert">
        <p>{read.error.message}</p>
        <Button onClick={() => void read.refetch()}>重试</Button> <Button onClick={onBack}>返回设计</Button>
      </div>
    );
  if (read.data === undefined) return <PageLoading />;
  const app = view.apps.find((app) => app.code === read.data.draft.app)?.title ?? '';
  return (
    <PublishScreen
      draft={read.data.draft.id}
      seq={read.data.draft.seq}
      app={app}
      documents={documents}
      open={current}
      library={view.library}
      mayPublish={session.can('dataModel:publish')}
      isOverlay={(id) => overlays.has(id)}
      onBack={onBack}
      onJump={onJump}
      onPublished={onPublished}
    />
  );
};
