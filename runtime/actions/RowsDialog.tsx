/** Answers of an action for each of the chosen rows (`grid`): the rows stand in a grid, what is asked are its columns. */

import { Modal } from 'antd';
import { useEffect, useState } from 'react';
import { encodeRecord } from '../../schemas/language/kinds/record-codec';
import type { ResolvedAction, ResolvedField } from '../../schemas/language/resolved';
import type { Json, Row } from '../../schemas/language/value';
import type { WireRecord } from '../data/types';
import { FormHost } from '../form/FormHost';
import { typingOver } from '../form/finish-typing';
import { FormModel } from '../form/form-model';
import { layoutOf } from '../form/layout';
import type { Way } from '../form/NoticeBar';
import { useHost } from '../page/host';
import { rem } from '../page/scale';
import type { Page } from '../page/types';
import { createPickDesk } from '../pick/desk';
import { PickOutlet } from '../pick/PickOutlet';
import { type About, askRowCalls } from './ask-calls';
import { rowsPage } from './ask-object';
import { Consequence } from './Consequence';
import { HeldBar } from './HeldBar';
import type { Held } from './result';
import { DIALOG, useSending } from './use-sending';

export interface AskedRow {
  readonly id: string;
  /** 第20行 MT-12 电机 */
  readonly name: string;
  /** answers it starts with */
  readonly ask: Readonly<Record<string, Json>>;
}
export interface RowsDialogProps {
  readonly page: Page;
  readonly action: ResolvedAction;
  readonly about: About;
  readonly title: string;
  /** what the action will do */
  readonly question: string | null;
  readonly rows: readonly AskedRow[];
  readonly onSend: (
    rows: readonly { readonly id: string; readonly ask: Record<string, Json> }[],
  ) => Promise<Held | null>;
  readonly onWay: (way: Way) => void;
  readonly onClose: (sent: boolean) => void;
}

const SETTLED_MS = 200;

export function RowsDialog({ page, action, about, title, question, rows, onSend, onWay, onClose }: RowsDialogProps) {
  const { feedback } = useHost();
  const [desk] = useState(createPickDesk);
  const [asked] = useState(() => rowsPage(page, action));
  const [model] = useState(() => {
    const items = rows.map(({ id, name, ask }, n) => ({ ...ask, id, lineNo: (n + 1) * 10, $name: name }));
    return new FormModel({
      page: asked,
      wire: { rows: items } as unknown as WireRecord,
      fresh: true,
      feedback,
      desk,
      calls: askRowCalls(action, page.object, about),
    });
  });
  const [layout] = useState(() => layoutOf(asked.object, asked.object.edit.groups));
  const { busy, refused, setRefused, send } = useSending<Held>(onClose);
  useEffect(() => {
    // the first answer has the focus once the dialog stands, unless somebody writes another one by then
    const control = model.subs.get('rows')?.control;
    const timer = setTimeout(() => {
      if (control?.store.active === null) control.goTo(0, 1);
    }, SETTLED_MS);
    return () => {
      clearTimeout(timer);
      model.dispose();
    };
  }, [model]);

  const handleOk = (): Promise<void> =>
    send({
      ready: async () => {
        const held = await typingOver(model);
        return held === null ? model.validate().length === 0 : { text: held, problems: [], ways: [] };
      },
      call: () => onSend(answersOf(model, action)),
    });
  return (
    <Modal
      open
      centered
      title={title}
      width={rem(960)}
      maskClosable={false}
      okText="确定"
      cancelText="取消"
      okButtonProps={{ loading: busy, danger: action.tone === 'danger' }}
      onOk={() => void handleOk()}
      onCancel={() => onClose(false)}
      styles={DIALOG}
    >
      <Consequence text={question} danger={action.tone === 'danger'} />
      <HeldBar held={refused} onWay={onWay} onLeave={() => onClose(false)} onClose={() => setRefused(null)} />
      <FormHost model={model} layout={layout} labelWidth={96} embedded tab={0} onTab={() => {}} />
      <PickOutlet desk={desk} />
    </Modal>
  );
}

/** Answers by row, as the wire carries them. */
function answersOf(
  model: FormModel,
  action: ResolvedAction,
): { readonly id: string; readonly ask: Record<string, Json> }[] {
  const fields: Readonly<Record<string, ResolvedField>> = action.ask ?? {};
  return (model.subs.get('rows')?.store.rows ?? []).map((row: Row) => {
    const own = Object.fromEntries(Object.keys(fields).map((code) => [code, row[code] ?? null]));
    return { id: row.id, ask: encodeRecord({ ...model.object, fields }, own) };
  });
}
