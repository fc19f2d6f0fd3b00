/** What the shell puts around a page: cache, host, antd as the theme sets it. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { ConfigProvider } from 'antd';
import { type ReactNode, useState } from 'react';
import { type Host, HostContext } from '../../runtime/page/host';
import { ROOMS, RoomsContext } from '../../runtime/pages/index';
import { makeHost, type Said } from './forms';

export interface AroundProps {
  readonly said: Said;
  readonly change?: Partial<Host>;
  readonly children: ReactNode;
}

export function Around({ said, change = {}, children }: AroundProps) {
  const [client] = useState(() => new QueryClient());
  const [host] = useState(() => makeHost(said, change));
  return (
    <ConfigProvider button={{ autoInsertSpace: false }} wave={{ disabled: true }}>
      <QueryClientProvider client={client}>
        <RoomsContext value={ROOMS}>
          <HostContext value={host}>{children}</HostContext>
        </RoomsContext>
      </QueryClientProvider>
    </ConfigProvider>
  );
}
