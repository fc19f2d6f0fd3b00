/** The board itself: rows, columns, gap, width of a cell; and where a report or board is found once it is published. */
import { Button, InputNumber, Select } from 'antd';
import { useState } from 'react';
import type { MenuItemDoc } from '../../schemas/language/document';
import type { ResolvedReport } from '../../schemas/language/resolved-report';
import type { StepDoc } from '../../schemas/language/steps/index';
import { addCard, addMenuItem, setPanel } from '../commands/index';
import type { Seat } from '../desk/seat';
import { codeOfId } from '../document/state';
import { PANEL_LIMITS, type Panel, panelOf } from '../rules/charts';
import styles from './chart.module.css';

const KEYS: readonly { readonly key: keyof Panel; readonly title: string; readonly hint?: string }[] = [
  { key: 'rows', title: '行数' },
  { key: 'columns', title: '列数' },
  { key: 'gap', title: '间距' },
  { key: 'cellWidth', title: '格宽', hint: '平分' },
];

export const PanelCard = ({ seat }: { readonly seat: Seat }) => {
  const panel = panelOf(seat.view.doc);
  return (
    <section className={styles.card} aria-label="布局">
      <h3>
        布局{' '}
        <span className={styles.also}>
          {panel.rows} 行 × {panel.columns} 列
        </span>
      </h3>
      <div className={styles.lines}>
        {KEYS.map(({ key, title, hint }) => (
          <Line key={key} title={title}>
            <InputNumber
              size="small"
              aria-label={title}
              style={{ width: '100%' }}
              value={panel[key] ?? null}
              min={PANEL_LIMITS[key][0]}
              max={PANEL_LIMITS[key][1]}
              precision={0}
              placeholder={hint}
              suffix={key === 'gap' || key === 'cellWidth' ? '像素' : undefined}
              onChange={(to) => {
                if (to === null && key !== 'cellWidth') return;
                seat.run(setPanel, { key, ...(to === null ? {} : { to }) });
              }}
            />
          </Line>
        ))}
      </div>
    </section>
  );
};
const Line = ({ title, children }: { readonly title: string; readonly children: React.ReactNode }) => (
  <>
    <span className={styles.lineTitle}>{title}</span>
    <div>{children}</div>
  </>
);

interface Place {
  readonly menu: string;
  readonly title: string;
}
/** Entries of menus that open a page. */
function placesOf(documents: Seat['desk']['store']['state']['documents'], page: string): readonly Place[] {
  return Object.values(documents).flatMap(({ text }): readonly Place[] => {
    if (text.$schema !== 'menus/1') return [];
    const walk = (items: Readonly<Record<string, MenuItemDoc>>): readonly Place[] =>
      Object.entries(items).flatMap(([code, item]) =>
        item.off === true
          ? []
          : [
              ...(item.page?.split('.')[0] === page
                ? [{ menu: String(text.title ?? text.area), title: item.title ?? code }]
                : []),
              ...walk(item.items ?? {}),
            ],
      );
    return walk((text.items ?? {}) as Readonly<Record<string, MenuItemDoc>>);
  });
}

/** Menu, cards of the home page, large screen: what a publish puts where. */
export const PlacesCard = ({ seat, report }: { readonly seat: Seat; readonly report: ResolvedReport | undefined }) => {
  const { view, desk } = seat;
  const { documents } = desk.store.state;
  const code = view.open?.code ?? '';
  const places = placesOf(documents, code);
  const menus = Object.values(documents).filter(({ text }) => text.$schema === 'menus/1');
  const [chosen, setChosen] = useState<string>();
  const menu = chosen ?? menus.find(({ id }) => codeOfId(id) === view.open?.app)?.id ?? menus[0]?.id;
  const put = async (): Promise<void> => {
    if (menu === undefined) return;
    const outcome = await desk.bring(menu);
    if ('refused' in outcome) return;
    const isShipped = desk.store.state.documents[menu]?.overlay !== undefined;
    seat.run(addMenuItem, {
      document: menu,
      code: isShipped && !/^x[A-Z]/.test(code) ? `x${code.charAt(0).toUpperCase()}${code.slice(1)}` : code,
      title: view.open?.title ?? code,
      page: code,
    });
  };
  const cards = report === undefined ? [] : Object.values(report.kpis);
  const offered = Object.values(report?.measures ?? {}).filter(
    (measure) => !cards.some((card) => card.measure === measure.code),
  );
  return (
    <section className={styles.card} aria-label="发布到">
      <h3>发布到</h3>
      <div className={styles.lines}>
        <Line title="菜单">
          {places.length > 0 ? (
            places.map((place) => (
              <div key={`${place.menu} ${place.title}`}>
                {place.menu} › {place.title}
              </div>
            ))
          ) : (
            <div className={styles.put}>
              <Select
                size="small"
                aria-label="菜单"
                value={menu ?? null}
                options={menus.map(({ id, text }) => ({ value: id, label: titleOf(text) }))}
                onChange={setChosen}
              />
              <Button size="small" disabled={menu === undefined} onClick={() => void put()}>
                放入
              </Button>
            </div>
          )}
        </Line>
        {report === undefined ? (
          <Line title="大屏">打开看板后点「大屏」</Line>
        ) : (
          <Line title="首页卡片">
            {cards.map((card) => (
              <div key={card.title}>{card.title}</div>
            ))}
            {offered.length > 0 && (
              <Select
                size="small"
                aria-label="放到首页的指标"
                placeholder="选一个指标"
                style={{ width: '100%' }}
                value={null}
                options={offered.map((measure) => ({ value: measure.code, label: measure.title }))}
                onChange={(measure: string) =>
                  seat.run(addCard, { measure, title: report.measures[measure]?.title ?? measure })
                }
              />
            )}
          </Line>
        )}
      </div>
    </section>
  );
};
const titleOf = (text: StepDoc): string => String(text.title ?? text.area);
