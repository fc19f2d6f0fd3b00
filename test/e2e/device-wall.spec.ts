/** 刘强 watches his machines: one begins to run and stands while he looks, and he says why. */
import { expect, type Page } from '@playwright/test';
import mqtt, { type MqttClient } from 'mqtt';
import type { Wire } from '../support/client';
import { type DemoServer, freePort, startDemo } from './databases';
import { answered, button, dialog, factoryOn, faultsOf, listOf, openAs, openMenu, test } from './support';

test.describe.configure({ mode: 'serial' });
let server: DemoServer | undefined;
let box: MqttClient | undefined;
const factory = factoryOn(() => server);
const TOPIC = 'iot/v1/demo/CB-002/up/data';
let seq = Date.now();

test.beforeAll(async () => {
  test.setTimeout(240_000);
  const port = await freePort();
  server = await startDemo({ MQTT_PORT: String(port) });
  const admin = await factory.client('admin');
  await admin.must('/basedata/bdSysConfig/saveOrUpdate', {
    rows: [{ key: 'iot.plainMqtt', value: true, version: 0 }],
    token: crypto.randomUUID(),
  });
  const { records } = await admin.list('cloudBox', { current: 1, size: 50 });
  const own = records.find(({ code }) => code === 'CB-002');
  const { data } = await admin.act('cloudBox', 'newSecret', [{ id: own?.id, version: own?.version }]);
  const { rows } = data.answer as { readonly rows: readonly Wire[] };
  box = mqtt.connect({
    ...{ host: '127.0.0.1', port, clientId: 'CB-002', username: 'demo/CB-002' },
    ...{ password: String(rows[0]?.secret), reconnectPeriod: 500 },
  });
});
test.afterAll(async () => {
  await box?.endAsync(true);
  await server?.drop();
});

const say = async (...values: readonly (readonly [string, number])[]): Promise<void> => {
  seq += 1;
  const d = values.map(([point, value]) => [point, 0, value]);
  await box?.publishAsync(TOPIC, JSON.stringify({ v: 1, seq, ts: Date.now(), d }), { qos: 1 });
};
const card = (page: Page) => page.getByRole('article', { name: /^CNC-05 / });
const tile = (page: Page, title: string) =>
  page.getByRole('toolbar', { name: '按状态筛选' }).getByRole('button', { name: new RegExp(`^${title}`) });

test('a device changes while it is watched, and why it stands is said', async ({ browser }) => {
  test.setTimeout(120_000);
  const page = await openAs(browser, factory, 'liuqiang');
  await openMenu(page, '设备监控');
  await expect(card(page)).toContainText('未接入');
  await say(['D503', 3], ['D506', 1500]);
  await expect(card(page)).toContainText('运行', { timeout: 15_000 });
  await expect(card(page)).toContainText('转速 1500 r/min');
  await expect(tile(page, '运行')).toContainText('1', { timeout: 15_000 });

  // it stands: known after ten seconds
  await say(['D503', 0], ['D506', 0]);
  await expect(card(page)).toContainText('停机', { timeout: 30_000 });
  await tile(page, '停机').click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await tile(page, '停机').click();
  await page.getByRole('textbox', { name: '搜索设备' }).fill('GIBTESNICHT');
  await expect(page.getByText('没有符合条件的设备')).toBeVisible();
  await button(page, '清空条件').click();

  await card(page).getByRole('button', { name: '填写原因' }).click();
  const drawer = page.getByRole('dialog').filter({ hasText: 'CNC-05' });
  await expect(drawer.getByRole('img', { name: /停机/ })).toBeVisible();
  await drawer.getByRole('button', { name: '填写停机原因' }).first().click();
  await dialog(page).getByRole('combobox', { name: '停机原因' }).click();
  await listOf(page).getByText(/待料/).last().click();
  await answered(page, '/lcdp/data/deviceState/act/setReason', () =>
    dialog(page)
      .getByRole('button', { name: /确\s*定/ })
      .click(),
  );
  await expect(drawer.getByRole('row', { name: /停机.*待料/ })).toBeVisible();
  await drawer.getByRole('tab', { name: '实时' }).click();
  await expect(drawer.getByRole('row', { name: /转速/ })).toContainText('0 r/min');
  await expect(drawer.getByRole('img', { name: /转速，最低0，最高1500/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card(page)).toContainText('待料');
  expect(faultsOf(page)).toEqual([]);
  await page.close();
});
