/** /windowSelect/index and pages that are selection dialogs: a selection dialog in a window of its own. The choice goes to the page that opened it, of this origin only. */
import { observer } from 'mobx-react-lite';
import { useMemo, useState } from 'react';
import { BASE } from '../../../runtime/data/base';
import { type Host, HostContext } from '../../../runtime/page/host';
import { SelectPage } from '../../../runtime/pick/index';
import { useFeedback } from '../../layout/use-feedback';
import type { SessionStore } from '../../session/session';

interface WindowSelectProps {
  readonly session: SessionStore;
  readonly asked: URLSearchParams;
}
export const WindowSelect = observer(({ session, asked }: WindowSelectProps) => {
  const feedback = useFeedback();
  const [isDone, setDone] = useState(false);
  const [params] = useState(asked);
  const host = useMemo<Host>(
    () => ({
      openPage: (url) => window.location.assign(`${BASE}${url}`),
      closePage: () => window.close(),
      setDirty: () => undefined,
      setTitle: () => undefined,
      params,
      setParams: () => undefined,
      active: true,
      urlOf: () => undefined,
      feedback,
      session: session.host,
    }),
    [params, feedback, session],
  );
  if (isDone) return <p role="status">已选择，可以关闭此页</p>;
  return (
    <HostContext value={host}>
      <SelectPage
        params={params}
        onDone={(rows) => {
          const opener = (window.opener as Window | null) ?? (window.parent === window ? null : window.parent);
          opener?.postMessage({ type: 'windowSelect', rows }, window.location.origin);
          window.close();
          // a window that a script did not open stays
          setDone(true);
        }}
      />
    </HostContext>
  );
});
