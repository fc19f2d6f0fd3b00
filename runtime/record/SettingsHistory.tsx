/** 修改记录 of a page over settings, which has no detail page: who changed which key, from what to what. */
import { Button, Drawer } from 'antd';
import { useState } from 'react';
import type { FormModel } from '../form/form-model';
import { HistoryTab } from '../form/HistoryTab';
import type { Page } from '../page/types';

export function SettingsHistory({ page, model }: { readonly page: Page; readonly model: FormModel }) {
  const [open, setOpen] = useState(false);
  const { stored } = model;
  return (
    <>
      <Button type="text" onClick={() => setOpen(true)}>
        修改记录
      </Button>
      <Drawer open={open} title="修改记录" width="min(40rem, 100vw)" onClose={() => setOpen(false)}>
        {open && <HistoryTab page={page} id={String(stored?.id)} version={Number(stored?.version)} />}
      </Drawer>
    </>
  );
}
