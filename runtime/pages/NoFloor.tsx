/** What has no floor mode takes the wish for it off its address, and what stands around pages is back. */
import { useEffect } from 'react';
import { useHost } from '../page/host';

export const NoFloor = () => {
  const host = useHost();
  useEffect(() => {
    if (host.params.get('floor') === null) return;
    const params = new URLSearchParams(host.params);
    params.delete('floor');
    host.setParams(params);
  }, [host]);
  return null;
};
