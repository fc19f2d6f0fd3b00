/** Buttons over a report that add or import records of another page, for who may. */
import { Button } from 'antd';
import { useActions } from '../actions/index';
import type { ReportItem } from '../data/types';
import { type Page, usePage } from '../page/index';

type Tool = ReportItem['tools'][string];

export const Tools = ({
  page,
  report,
  onDone,
}: {
  readonly page: Page;
  readonly report: ReportItem;
  readonly onDone: () => void;
}) =>
  Object.entries(report.tools)
    .filter(([, tool]) => page.can(`${tool.page}:${tool.action}`) && page.can(`${tool.page}:view`))
    .map(([code, tool]) => <ToolButton key={code} tool={tool} onDone={onDone} />);

const ToolButton = ({ tool, onDone }: { readonly tool: Tool; readonly onDone: () => void }) => {
  const state = usePage(tool.page);
  return state.status === 'ready' ? <Ready page={state.page} tool={tool} onDone={onDone} /> : null;
};
const Ready = ({ page, tool, onDone }: { readonly page: Page; readonly tool: Tool; readonly onDone: () => void }) => {
  const { run, outlet } = useActions(page, onDone);
  const action = page.object.actions[tool.action];
  if (action === undefined) return null;
  return (
    <>
      <Button size="small" onClick={() => void run(action, []).then(onDone)}>
        {tool.title}
      </Button>
      {outlet}
    </>
  );
};
