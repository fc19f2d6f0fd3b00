/** The designer as a page: brings the documents of the organisation, then the workspace over them. */
import { useEffect, useRef, useState } from 'react';
import { HttpError } from '../../runtime/data/http';
import { type Host, useHost } from '../../runtime/page/index';
import { PageFault, PageLoading } from '../../runtime/page/PageStates';
import { designClient } from '../data/client';
import { DeskContext } from './desk';
import { StoreDesk } from './store-desk';
import { Workspace } from './Workspace';

type Opening = { readonly desk: StoreDesk } | { readonly error: HttpError } | undefined;

export const Designer = ({ onLeave }: { readonly onLeave: () => void }) => {
  const { setTitle, feedback } = useHost();
  const [attempt, setAttempt] = useState(0);
  const opening = useOpening(attempt, feedback);
  useEffect(() => setTitle('模型创建'), [setTitle]);
  if (opening === undefined) return <PageLoading />;
  if ('error' in opening) return <PageFault error={opening.error} onRetry={() => setAttempt((now) => now + 1)} />;
  return (
    <DeskContext value={opening.desk}>
      <Workspace desk={opening.desk} onLeave={onLeave} />
    </DeskContext>
  );
};

function useOpening(attempt: number, feedback: Host['feedback']): Opening {
  const [opening, setOpening] = useState<Opening>();
  const say = useRef(feedback);
  say.current = feedback;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    let gone = false;
    let desk: StoreDesk | undefined;
    setOpening(undefined);
    Promise.all([designClient.tree(), designClient.library()]).then(
      ([tree, library]) => {
        if (gone) return;
        desk = new StoreDesk(tree, library, (text) => say.current.warning(text));
        setOpening({ desk });
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
  return opening;
}
