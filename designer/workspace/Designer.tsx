/** The designer as a page: brings the documents of the organisation, then the workspace over them. */
import { useEffect, useRef, useState } from 'react';
import { HttpError } from '../../runtime/data/http';
import { type Host, useHost } from '../../runtime/page/index';
import { PageFault, PageLoading, PageUnnamed } from '../../runtime/page/PageStates';
import { designClient } from '../data/client';
import { DeskContext } from '../desk/desk';
import { SaidBelow } from '../desk/Said';
import { StoreDesk } from '../desk/store-desk';
import { readPlace, writePlace } from './use-address';
import { Workspace } from './Workspace';

/** the documents are read anew, and one of them opened again */
interface Attempt {
  readonly n: number;
  readonly open?: string;
}
/** `refused`: why the document of the address is not open */
type Opening = { readonly desk: StoreDesk; readonly refused?: string } | { readonly error: HttpError } | undefined;

export interface DesignerProps {
  /** app whose documents are offered first; its own page opens and makes flows by what the address says */
  readonly app?: 'flow';
  readonly onLeave: () => void;
  /** pages, menus and rights are others now */
  readonly onPublished: () => void;
}

export const Designer = (props: DesignerProps) => (
  <SaidBelow>
    <Opened {...props} />
  </SaidBelow>
);
const Opened = ({ app, onLeave, onPublished }: DesignerProps) => {
  const { setTitle, feedback, params, setParams } = useHost();
  // where the address leads later is the workspace's to follow: its documents are there already
  const [attempt, setAttempt] = useState<Attempt>(() => {
    const { document } = readPlace(params);
    return { n: 0, ...(document === undefined ? {} : { open: document }) };
  });
  const [opening, seat] = useOpening(attempt, feedback);
  useEffect(() => setTitle(app === 'flow' ? '流程设计' : '模型创建'), [setTitle, app]);
  const place = readPlace(params);
  const isElsewhere = place.document !== attempt.open;
  useEffect(() => {
    if (isElsewhere && opening !== undefined && 'refused' in opening) seat({ desk: opening.desk });
  }, [isElsewhere, opening, seat]);
  if (opening === undefined) return <PageLoading />;
  if ('error' in opening)
    return (
      <PageFault
        error={opening.error}
        onRetry={() => setAttempt(({ n, open }) => ({ n: n + 1, ...(open === undefined ? {} : { open }) }))}
      />
    );
  const { desk, refused } = opening;
  if (refused !== undefined)
    return (
      <PageUnnamed
        text={refused}
        way="返回应用与对象"
        onGo={() => setParams(writePlace({ ...place, document: undefined }, params), { replace: true })}
      />
    );
  return (
    <DeskContext value={desk}>
      <Workspace
        desk={desk}
        {...(app === undefined ? {} : { app })}
        making={app === 'flow' && params.get('new') === '1' && attempt.n === 0}
        onLeave={onLeave}
        onReload={(open) => {
          onPublished();
          setAttempt(({ n }) => (open === undefined ? { n: n + 1 } : { n: n + 1, open }));
        }}
      />
    </DeskContext>
  );
};

function useOpening(attempt: Attempt, feedback: Host['feedback']) {
  const [opening, setOpening] = useState<Opening>();
  const say = useRef(feedback);
  say.current = feedback;
  useEffect(() => {
    let gone = false;
    let desk: StoreDesk | undefined;
    setOpening(undefined);
    Promise.all([designClient.tree(), designClient.library()]).then(
      async ([tree, library]) => {
        if (gone) return;
        desk = new StoreDesk(tree, library, (text) => say.current.warning(text));
        const opened = attempt.open === undefined ? undefined : await desk.open(attempt.open);
        if (!gone)
          setOpening({ desk, ...(opened !== undefined && 'refused' in opened ? { refused: opened.refused } : {}) });
      },
      (cause: unknown) => {
        if (!gone) setOpening({ error: cause instanceof HttpError ? cause : new HttpError(0, '设计器打开失败') });
      },
    );
    return () => {
      gone = true;
      desk?.dispose();
    };
  }, [attempt]);
  return [opening, setOpening] as const;
}
