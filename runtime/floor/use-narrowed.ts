/** A list on the floor searched by a code: what its address says, and the name of the thing it is searched by. */
import { useState } from 'react';
import { useHost } from '../page/host';
import { readQuery } from '../page/list-query';

export interface Narrowed {
  /** undefined = all of it is shown */
  readonly name: string | undefined;
  readonly by: (search: Readonly<Record<string, string>>, name: string) => void;
  readonly all: () => void;
}

export function useNarrowed(): Narrowed {
  const host = useHost();
  const [name, setName] = useState<string>();
  const { search } = readQuery(host.params);
  const put = (values: Readonly<Record<string, string>>): void => {
    const params = new URLSearchParams(host.params);
    for (const key of [...params.keys()]) if (key.startsWith('s.') || key === 'scan') params.delete(key);
    for (const [key, value] of Object.entries(values)) params.set(`s.${key}`, value);
    host.setParams(params, { replace: true });
  };
  return {
    name: Object.keys(search).length === 0 ? undefined : name,
    by: (values, named) => {
      setName(named);
      put(values);
    },
    all: () => put({}),
  };
}
