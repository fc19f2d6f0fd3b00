/** 选单 beside 保存 of a new document: one entry for each sort of document it may be made from. */
import { useQuery } from '@tanstack/react-query';
import { Button, Dropdown } from 'antd';
import { useCallback, useState } from 'react';
import { recordClient } from '../data/record-client';
import type { Pull } from '../data/types';
import type { FormModel } from '../form/form-model';
import { PullFlow } from './PullFlow';

const HOUR = 3_600_000;

export function PullButton({ model }: { readonly model: FormModel }) {
  const [pull, setPull] = useState<Pull | null>(null);
  const { code } = model.page;
  const { data = [] } = useQuery({
    queryKey: ['pulls', code],
    queryFn: () => recordClient.pulls(code),
    enabled: takesLinks(model),
    staleTime: HOUR,
  });
  const handleDone = useCallback(() => setPull(null), []);
  const [only] = data;
  if (only === undefined) return null;
  return (
    <>
      {data.length === 1 ? (
        <Button onClick={() => setPull(only)}>选单</Button>
      ) : (
        <Dropdown
          trigger={['click']}
          menu={{
            items: data.map((pull) => ({
              key: `${pull.page} ${pull.action}`,
              label: pull.title,
              onClick: () => setPull(pull),
            })),
          }}
        >
          <Button>选单</Button>
        </Dropdown>
      )}
      {pull !== null && <PullFlow model={model} pull={pull} onDone={handleDone} />}
    </>
  );
}

/** Only what has a place for links can be made from another document. */
const takesLinks = ({ object }: FormModel): boolean =>
  object.fields.srcType !== undefined ||
  Object.values(object.fields).some((field) => field.sub?.fields.srcType !== undefined);
