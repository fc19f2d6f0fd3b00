/** The questions of an action. It stays open while the server refuses, with the sentence over the fields. */

import { Modal } from 'antd';
import { Suspense, useEffect, useMemo, useState } from 'react';
import type { ResolvedAction } from '../../schemas/language/resolved';
import type { Json, Value } from '../../schemas/language/value';
import type { WireRecord } from '../data/types';
import { FormHost } from '../form/FormHost';
import { typingOver } from '../form/finish-typing';
import { FormModel } from '../form/form-model';
import { layoutOf } from '../form/layout';
import type { Way } from '../form/NoticeBar';
import type { SubModel } from '../form/sub-model';
import { countColumn, scanColumn } from '../form/sub-scan';
import { WorkedRows } from '../grid/worked-rows';
import { useHost } from '../page/host';
import { useRooms } from '../page/rooms';
import { rem } from '../page/scale';
import type { Page } from '../page/types';
import { noteUnsaved } from '../page/unsaved';
import { useTouch } from '../page/use-touch';
import { createPickDesk } from '../pick/desk';
import { PickOutlet } from '../pick/PickOutlet';
import { type About, askCalls } from './ask-calls';
import { askPage } from './ask-object';
import { Consequence } from './Consequence';
import { HeldBar } from './HeldBar';
import type { Held } from './result';
import { DIALOG, LARGE, useSending, WHOLE, WHOLE_DIALOG } from './use-sending';

export type Answers = { readonly [field: string]: Json };
export interface AskDialogProps {
  readonly page: Page;
  readonly action: ResolvedAction;
  readonly about: About;
  readonly title: string;
  /** what the action will do */
  readonly question: string | null;
  /** values the answers start with */
  readonly proposed: { readonly [field: string]: Value };
  /** Sends the answers; null = done, else the dialog stays with what was refused. */
  readonly onSend: (answers: Answers) => Promise<Held | null>;
  readonly onWay: (way: Way) => void;
  readonly onClose: (sent: boolean) => void;
}

export function AskDialog({ page, action, about, title, question, proposed, onSend, onWay, onClose }: AskDialogProps) {
  const { feedback, params } = useHost();
  const [desk] = useState(createPickDesk);
  const asked = useMemo(() => askPage(page, action), [page, action]);
  const [model] = useState(
    () =>
      new FormModel({
        page: asked,
        wire: proposed as unknown as WireRecord,
        fresh: true,
        feedback,
        desk,
        calls: askCalls(action, about),
      }),
  );
  const layout = useMemo(() => layoutOf(asked.object, asked.object.edit.groups), [asked]);
  const { busy, refused, setRefused, send } = useSending<Held>(onClose);
  useEffect(() => {
    const stop = model.standing.subscribe(() => noteUnsaved(model, model.dirty));
    return () => {
      stop();
      noteUnsaved(model, false);
      model.dispose();
    };
  }, [model]);
  const worked = useTouch() || params.get('floor') === '1' ? [...model.subs.values()].find(isWorkedOff) : undefined;
  const wide = layout.tables.length > 0 || layout.tabs.length > 0;

  const handleOk = (): Promise<void> =>
    send({
      ready: async () => {
        const held = await typingOver(model);
        return held === null ? model.validate().length === 0 : { text: held, problems: [], ways: [] };
      },
      call: async () => {
        const answer = await onSend(model.toSend() as Answers);
        if (answer === null) return null;
        model.paint(answer.problems.map((problem) => ({ ...problem, path: problem.path.replace(/^ask\./, '') })));
        return answer.text !== '' && answer;
      },
    });
  return (
    <Modal
      open
      centered={worked === undefined}
      title={title}
      width={worked === undefined ? rem(wide ? 960 : asked.object.edit.columns > 1 ? 720 : 520) : '100vw'}
      {...(worked !== undefined && { style: WHOLE })}
      maskClosable={false}
      okText="确定"
      cancelText="取消"
      okButtonProps={{ loading: busy, danger: action.tone === 'danger', ...(worked !== undefined && LARGE) }}
      {...(worked !== undefined && { cancelButtonProps: LARGE })}
      onOk={() => void handleOk()}
      onCancel={() => onClose(false)}
      styles={worked === undefined ? DIALOG : WHOLE_DIALOG}
    >
      <Consequence text={question} danger={action.tone === 'danger'} />
      <HeldBar held={refused} onWay={onWay} onLeave={() => onClose(false)} onClose={() => setRefused(null)} />
      {worked !== undefined && <Worked page={page.code} rows={worked} />}
      <div
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
          event.preventDefault();
          void handleOk();
        }}
      >
        <FormHost
          model={model}
          layout={layout}
          labelWidth={asked.object.edit.labelWidth}
          embedded
          tab={0}
          onTab={() => {}}
        />
      </div>
      <PickOutlet desk={desk} />
    </Modal>
  );
}

/** Rows that are scanned and have a number of a unit: what is handed out by touch is handed out row by row. */
const isWorkedOff = ({ columns }: SubModel): boolean =>
  scanColumn(columns) !== undefined && countColumn(columns) !== undefined;

function Worked({ page, rows }: { readonly page: string; readonly rows: SubModel }) {
  const { Lines } = useRooms();
  const number = countColumn(rows.columns);
  return number === undefined ? null : (
    <WorkedRows value={{ rows, number }}>
      <Suspense fallback={null}>
        <Lines page={page} />
      </Suspense>
    </WorkedRows>
  );
}
