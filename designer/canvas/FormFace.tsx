/** The edit or detail page of a draft over one record, drawn by the runtime; nothing on it saves or calls. */
import { useEffect, useMemo, useState } from 'react';
import type { WireRecord } from '../../runtime/data/types';
import { FormModel, formLayout, type OpenForm } from '../../runtime/form/index';
import { type Page, useHost } from '../../runtime/page/index';
import { createPickDesk } from '../../runtime/pick/index';
import { OpenDetail, OpenEdit } from '../../runtime/record/index';

interface Props {
  readonly page: Page;
  readonly record: WireRecord;
}
const nothing = (): void => undefined;
const refused = async (): Promise<boolean> => false;

export const FormFace = ({ page, record }: Props) => {
  const { feedback } = useHost();
  const viewing = page.sort === 'detail';
  const model = useMemo(
    () => new FormModel({ page, wire: record, fresh: false, feedback, desk: createPickDesk(), viewing }),
    [page, record, feedback, viewing],
  );
  useEffect(() => () => model.dispose(), [model]);
  const layout = useMemo(() => ({ ...formLayout(model, { keepEmpty: true }), unfolded: true as const }), [model]);
  const [tab, setTab] = useState(0);
  const form: OpenForm = {
    model,
    layout,
    keeper: undefined,
    saving: false,
    notice: null,
    newer: null,
    tab,
    setTab,
    dismiss: nothing,
    save: refused,
    reload: async () => undefined,
    settle: refused,
    keepMine: nothing,
    show: nothing,
  };
  return viewing ? (
    <OpenDetail page={page} form={form} embedded={false} />
  ) : (
    <OpenEdit page={page} form={form} onClose={nothing} />
  );
};
