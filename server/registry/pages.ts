import type { FloorDoc, Literal, Many } from '../../schemas/language/document';
import type {
  ResolvedAction,
  ResolvedDetail,
  ResolvedEdit,
  ResolvedList,
  ResolvedObject,
  ResolvedView,
} from '../../schemas/language/resolved';
import type { ResolvedBoard, ResolvedReport, ResolvedReportView } from '../../schemas/language/resolved-report';

export type PageSort = 'list' | 'edit' | 'detail' | 'report' | 'board';
/** pages that menus name and functions hang at; the others are record pages behind them */
export const isEntry = (page: Page): boolean => page.sort !== 'edit' && page.sort !== 'detail';

/** A page over an object: its list or one of its views, and the record pages behind them (`purchaseOrder#edit`, `dept.factory#detail`). */
export interface Page {
  readonly code: string;
  /** code without `#edit`, `#detail`: what the calls of §12.3 are addressed to */
  readonly base: string;
  readonly title: string;
  readonly sort: PageSort;
  readonly route?: string;
  readonly object: ResolvedObject;
  readonly view?: ResolvedView;
  /** what a page of sort report or board shows */
  readonly report?: ResolvedReport;
  readonly reportView?: ResolvedReportView;
  readonly board?: ResolvedBoard;
  readonly list: ResolvedList;
  readonly edit: ResolvedEdit;
  readonly detail: ResolvedDetail;
  readonly actions: Many<ResolvedAction>;
  /** floor mode: the view's, else the object's */
  readonly floor?: FloorDoc;
  /** fixed condition of the view, added to every read */
  readonly where?: string;
  readonly with?: Many<Literal>;
  /** function code that opens the list or the detail */
  readonly right: string;
}

/** Every page of an object: its own and its views', each with its record pages. */
export function pagesOf(object: ResolvedObject): Page[] {
  const own = face(object, undefined);
  return [own, ...Object.values(object.views).map((view) => face(object, view))].flatMap((list) => [
    list,
    ...(isEntered(list) && !isSelection(list) ? [recordPage(list, 'edit')] : []),
    // rows of a service are no records to open
    ...((object.storage === 'none' && object.settings === undefined) || isSelection(list)
      ? []
      : [recordPage(list, 'detail')]),
  ]);
}

/** A page made for choosing: its rows are taken, not opened. */
export const isSelection = ({ list }: Page): boolean => list.as.includes('select');

/** Rows that only the server writes (ledgers, balances) have no page to enter them. */
const isEntered = ({ actions, object }: Page): boolean =>
  object.single !== undefined || ['add', 'edit', 'save'].some((code) => actions[code] !== undefined);

/** A report and its views: pages over an object that has no table. Views without a route are told apart by `view` in the query. */
export function pagesOfReport(report: ResolvedReport): Page[] {
  const { object } = report;
  const own: Page = {
    code: report.report,
    base: report.report,
    title: report.title,
    sort: 'report',
    ...(report.route === undefined ? {} : { route: report.route }),
    object,
    report,
    list: report.list,
    edit: object.edit,
    detail: object.detail,
    actions: object.actions,
    right: `${report.report}:view`,
  };
  return [
    own,
    ...Object.values(report.views).map((view): Page => {
      const code = `${report.report}.${view.code}`;
      const route = view.route ?? (report.route === undefined ? undefined : `${report.route}?view=${view.code}`);
      const { route: _own, ...rest } = own;
      return {
        ...rest,
        code,
        base: code,
        title: view.title,
        ...(route === undefined ? {} : { route }),
        reportView: view,
        list: view.list,
        ...(view.with === undefined ? {} : { with: view.with }),
        right: functionCode(report.report, view.grant ?? 'view'),
      };
    }),
  ];
}

/** A board: a page that shows cells of reports; each of them asks for its own right. */
export function pageOfBoard(board: ResolvedBoard, blank: ResolvedObject): Page {
  return {
    code: board.board,
    base: board.board,
    title: board.title,
    sort: 'board',
    route: board.route,
    object: blank,
    board,
    list: blank.list,
    edit: blank.edit,
    detail: blank.detail,
    actions: {},
    right: `${board.board}:view`,
  };
}

/** Views with `page` show another page under their own code and title (`stockBalance.ledger` is the page stockLedger). */
export function withBorrowed(pages: ReadonlyMap<string, Page>): Map<string, Page> {
  const all = new Map(pages);
  for (const page of pages.values()) {
    const from = page.view?.page;
    const target = from === undefined ? undefined : pages.get(page.sort === 'list' ? from : `${from}#${page.sort}`);
    if (!target) continue;
    const { code, base, title, route } = page;
    // its records open in the pages of the object they belong to
    const at = page.sort === 'list' ? route : target.route;
    const { route: _own, ...rest } = target;
    all.set(code, { ...rest, code, base, title, ...(at === undefined ? {} : { route: at }) });
  }
  return all;
}

/** Code of a grant as a function code: `config` of devCategory is `devCategory:config`. */
export const functionCode = (object: string, grant: string): string =>
  grant.includes(':') ? grant : `${object}:${grant}`;

function face(object: ResolvedObject, view: ResolvedView | undefined): Page {
  const code = view ? `${object.object}.${view.code}` : object.object;
  const floor = view?.floor ?? object.floor;
  const route = view
    ? (view.route ?? (object.route === undefined ? undefined : `${object.route}?view=${view.code}`))
    : object.route;
  return {
    code,
    base: code,
    title: view?.title ?? object.title,
    sort: 'list',
    ...(route === undefined ? {} : { route }),
    object,
    ...(view ? { view } : {}),
    list: view?.list ?? object.list,
    edit: view?.edit ?? object.edit,
    detail: view?.detail ?? object.detail,
    actions: view?.actions ?? object.actions,
    ...(floor === undefined ? {} : { floor }),
    ...(view?.where === undefined ? {} : { where: view.where }),
    ...(view?.with === undefined ? {} : { with: view.with }),
    right: functionCode(object.object, view?.grant ?? 'view'),
  };
}

/** A view without a route of its own shares the record pages of its object, told apart by `view` in the query. */
function recordPage(list: Page, sort: 'edit' | 'detail'): Page {
  const { route: _listRoute, ...rest } = list;
  const path = list[sort].route ?? derivedRoute(list.route?.split('?')[0], sort);
  const shared = list.view !== undefined && list.view.route === undefined;
  const route = path !== undefined && shared ? `${path}?view=${list.view?.code}` : path;
  const title = list[sort].title ?? list.title;
  return { ...rest, code: `${list.base}#${sort}`, title, sort, ...(route === undefined ? {} : { route }) };
}

/** `/oms/purchase/order` → `/oms/purchase/order/edit`, `/factoryModel/device/list` → `/factoryModel/device/edit`. */
function derivedRoute(route: string | undefined, sort: 'edit' | 'detail'): string | undefined {
  return route === undefined ? undefined : `${route.replace(/\/(list|index)$/, '')}/${sort}`;
}
