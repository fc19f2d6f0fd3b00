/**
 * 物料条码打印: labels for what lists hand over (`from`, `ids`), for what is chosen or scanned; and labels of the archive, for the first
 * time (`labels`) or again with a reason (`reprint`).
 */
import { useHost } from '../../../runtime/page/host';
import { MakeLabels } from './MakeLabels';
import { PrintAgain } from './PrintAgain';

export const CodePrint = () => {
  const { params } = useHost();
  const given = (key: string): readonly string[] => (params.get(key) ?? '').split(',').filter((id) => id !== '');
  const query = params.toString();
  if (params.has('reprint') || params.get('mode') === 'reprint')
    return <PrintAgain key={query} ids={given('reprint')} isReprint />;
  if (params.has('labels')) return <PrintAgain key={query} ids={given('labels')} isReprint={false} />;
  return <MakeLabels key={query} from={params.get('from') ?? ''} ids={given('ids')} />;
};
