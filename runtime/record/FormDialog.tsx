/** A record's edit or detail page in a dialog or a drawer, as its document says. Never closed by a press beside it; unsaved work asks. */
import { Drawer, Modal } from 'antd';
import { useMemo, useState } from 'react';
import type { FormSource } from '../form/load';
import { useForm } from '../form/use-form';
import { useGridWidths } from '../form/use-grid-widths';
import { type Host, HostContext, useHost } from '../page/host';
import { PageFault, PageLoading } from '../page/PageStates';
import type { FormDialogProps, RecordPlace } from '../page/rooms';
import { rem } from '../page/scale';
import type { Page } from '../page/types';
import { DetailPage } from './DetailPage';
import { OpenEdit, titleOf } from './EditPage';
import styles from './FormDialog.module.css';

export const LEAVE = '有未保存的修改，确定离开吗？';

export function FormDialog({ page, place, onClose }: FormDialogProps) {
  const host = useHost();
  const [dirty, setDirty] = useState(false);
  const [title, setTitle] = useState(page.object.title);
  const close = async (): Promise<void> => {
    if (dirty && !(await host.feedback.confirm(LEAVE))) return;
    onClose();
  };
  // what lies in the dialog must not rename or close the tab behind it
  const inner = useMemo<Host>(() => ({ ...host, setDirty, setTitle, closePage: onClose }), [host, onClose]);
  const part = page.object[place.sort];
  const wide = Object.values(page.object.fields).some((field) => field.sub !== undefined);
  const { columns, width: asked } = page.object.edit;
  const own = place.sort === 'detail' ? 960 : wide ? 1080 : columns > 2 ? 960 : 760;
  // a form that says how wide it is keeps that, as far as the window goes
  const width =
    place.sort === 'detail' || asked === undefined
      ? rem(own)
      : `max(${Math.min(asked, 100)}vw, min(${rem(480)}, 100vw))`;
  // a link inside brings another tab to the front: the dialog waits behind, as it is
  const body = (
    <HostContext value={inner}>
      {place.sort === 'detail' ? (
        <DetailPage page={page} id={place.id} params={NO_PARAMS} embedded />
      ) : (
        <EditInside
          page={page}
          place={place}
          onDirty={setDirty}
          onTitle={setTitle}
          onClose={() => void close()}
          onSaved={onClose}
        />
      )}
    </HostContext>
  );
  if (part.open === 'drawer')
    return (
      <Drawer
        open={host.active}
        title={title}
        width={width}
        maskClosable={false}
        styles={{ body: { padding: 0, display: 'flex' } }}
        onClose={() => void close()}
      >
        {body}
      </Drawer>
    );
  return (
    <Modal
      open={host.active}
      centered
      title={title}
      width={width}
      maskClosable={false}
      footer={null}
      styles={{ content: { padding: 0 }, header: HEADER, body: { padding: 0 } }}
      onCancel={() => void close()}
    >
      <div className={wide ? `${styles.body} ${styles.high}` : styles.body}>{body}</div>
    </Modal>
  );
}

const NO_PARAMS = new URLSearchParams();
const HEADER = { margin: 0, padding: '1.1667rem 1.3333rem', borderBottom: '1px solid var(--c-line)' };

interface EditInsideProps {
  readonly page: Page;
  readonly place: RecordPlace;
  readonly onDirty: (dirty: boolean) => void;
  readonly onTitle: (title: string) => void;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

function EditInside({ page, place, onDirty, onTitle, onClose, onSaved }: EditInsideProps) {
  const source: FormSource = { page: page.code, id: place.id, copyOf: place.copyOf, with: place.with };
  const state = useForm({ page, source, onSaved: () => onSaved() });
  useGridWidths(page.code, state.status === 'ready' ? state.form.model : undefined);
  if (state.status === 'error') return <PageFault error={state.error} onRetry={state.retry} />;
  if (state.status === 'loading') return <PageLoading />;
  return <OpenEdit page={page} form={state.form} embedded onDirty={onDirty} onTitle={onTitle} onClose={onClose} />;
}

export { titleOf };
