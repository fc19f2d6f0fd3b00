/**
 * Files as people use them on the gallery: choose, drop, paste, sign by hand, look at pictures and pdf, and find them again in list, detail and history. Names that are markup stay names.
 */
import { expect, type Page } from '@playwright/test';
import { PDFDocument, PDFName, type PDFPage } from 'pdf-lib';
import sharp from 'sharp';
import {
  answered,
  button,
  dialog,
  faultsOf,
  field,
  front,
  go,
  openAs,
  quiet,
  row,
  startFactory,
  test,
} from './support';

const factory = startFactory();
let page: Page;
let picture: Buffer;
let paper: Buffer;
test.beforeAll(async ({ browser }) => {
  picture = await sharp({ create: { width: 640, height: 400, channels: 3, background: '#1f6fd6' } })
    .png()
    .toBuffer();
  const doc = await PDFDocument.create();
  for (const text of ['Drawing 1', 'Drawing 2']) {
    const sheet = doc.addPage([420, 300]);
    sheet.drawText(text, { x: 40, y: 200 });
    drawByFunction(sheet);
  }
  paper = Buffer.from(await doc.save());
  page = await openAs(browser, factory, 'admin');
  await page.exposeFunction('tellAlert', () => {
    throw new Error('a script of a file name ran');
  });
});
test.afterAll(async () => page?.context().close());

/** A colour that a function in the document calculates: what pdf.js would compile to script if it were let. */
const drawByFunction = (sheet: PDFPage): void => {
  const { context } = sheet.doc;
  const tint = context.stream('{ dup 0.5 mul exch dup 0.25 mul exch }', {
    FunctionType: 4,
    Domain: [0, 1],
    Range: [0, 1, 0, 1, 0, 1],
  });
  const space = context.obj(['Separation', 'Spot', 'DeviceRGB', context.register(tint)]);
  sheet.node.Resources()?.set(PDFName.of('ColorSpace'), context.obj({ CS0: space }));
  const fill = context.register(context.stream('/CS0 cs 0.7 scn 40 40 120 60 re f'));
  sheet.node.addContentStream(fill);
};

const shot = async (name: string): Promise<void> => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
};
/** The hidden chooser of a field. */
const chooser = (code: string) => page.locator(`input[type=file][data-files="${code}"]`);
const png = (name: string) => ({ name, mimeType: 'image/png', buffer: picture });
const NAUGHTY = '<img src=x onerror=window.tellAlert()>.png';

test('uploads by every way there is, and saves only when all has arrived', async () => {
  await go(page, factory, '/demo/edit');
  await field(front(page), '标题').fill('带附件的示例');
  await front(page).getByRole('tab', { name: /附件/ }).click();

  // cards: several at once, one of them not a picture
  await chooser('photo').setInputFiles([
    png('正面.png'),
    png(NAUGHTY),
    { name: '说明.txt', mimeType: 'text/plain', buffer: Buffer.from('x') },
  ]);
  await expect(front(page).getByText('「说明.txt」不是图片')).toBeVisible();
  await expect(button(page, '预览正面.png')).toBeVisible();
  await expect(button(page, '预览_img src=x onerror=window.tellAlert()_.png')).toBeVisible();

  // what says it is a picture and is not is refused by the server, with its sentence and a way to try again
  await chooser('photo').setInputFiles({ name: '假.png', mimeType: 'image/png', buffer: Buffer.from('<html>x') });
  await expect(front(page).getByText('「假.png」的内容与扩展名不符')).toBeVisible();
  await expect(button(front(page), '重试')).toBeVisible();
  await button(page, '取消假.png').click();

  // one pdf, replaced by the next
  await chooser('pdf').setInputFiles({ name: '旧图.pdf', mimeType: 'application/pdf', buffer: paper });
  await expect(button(front(page), '旧图.pdf')).toBeVisible();
  await chooser('pdf').setInputFiles({ name: '新图.pdf', mimeType: 'application/pdf', buffer: paper });
  await expect(button(front(page), '新图.pdf')).toBeVisible();
  await expect(button(front(page), '旧图.pdf')).toHaveCount(0);

  // dropped and pasted
  const box = front(page).locator('[data-field="files"]');
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['第一行'], '拖入.txt', { type: 'text/plain' }));
    return transfer;
  });
  await box.getByText('上传文件').dispatchEvent('drop', { dataTransfer: data });
  await expect(button(box, '拖入.txt')).toBeVisible();
  await box.locator('button', { hasText: '上传文件' }).focus();
  await page.evaluate(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['a,b'], '粘贴.csv', { type: 'text/csv' }));
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true }),
    );
  });
  await expect(button(box, '粘贴.csv')).toBeVisible();

  // saving waits for what is on its way
  let release = (): void => undefined;
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route('**/file/upload', async (route) => {
    await held;
    await route.continue();
  });
  await chooser('files').setInputFiles({ name: '慢.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await button(front(page), '保存').click();
  await expect(page.getByText('附件正在上传，请稍候')).toBeVisible();
  release();
  await expect(button(box, '慢.txt')).toBeVisible();
  await page.unroute('**/file/upload');
  await button(page, '删除慢.txt').click();
  await expect(button(box, '慢.txt')).toHaveCount(0);

  await shot('files-edit');

  // a signature by hand
  await front(page)
    .getByRole('tab', { name: /其他类型/ })
    .click();
  await button(front(page), '手写签名：签名').click();
  const pad = dialog(page).locator('canvas');
  // the dialog grows to its size first
  await quiet(page);
  const at = await pad.boundingBox();
  if (at === null) throw new Error('no pad');
  await page.mouse.move(at.x + 60, at.y + 60);
  await page.mouse.down();
  for (const n of [1, 2, 3, 4, 5]) await page.mouse.move(at.x + 60 + n * 50, at.y + 60 + (n % 2) * 60);
  await page.mouse.up();
  await dialog(page).getByRole('button', { name: '确定' }).click();
  await expect(button(front(page), '重签：签名')).toBeVisible();
  await shot('files-sign');
  const saved = (await (await answered(page, '/save', () => button(front(page), '保存').click())).json()) as {
    data: { record: Record<string, { name: string }[]> };
  };
  expect(saved.data.record.photo?.map((item) => item.name)).toEqual([
    '正面.png',
    '_img src=x onerror=window.tellAlert()_.png',
  ]);
  expect(saved.data.record.pdf).toMatchObject([{ name: '新图.pdf' }]);
  expect(saved.data.record.files).toMatchObject([{ name: '拖入.txt' }, { name: '粘贴.csv' }]);
  expect(saved.data.record.sign).toMatchObject({ name: '签名.png' });
});

test('shows them in list and detail, and in a viewer', async () => {
  const client = await factory.client('admin');
  await client.must('/lcdp/data/demoDoc/save', {
    record: {
      title: '列表附件',
      photo: [await client.upload('左.png', picture), await client.upload(NAUGHTY, picture)],
      pdf: [await client.upload('图纸.pdf', paper)],
      files: [await client.upload('说明.txt', Buffer.from('第一行'))],
    },
    token: 'files-list',
  });
  await go(page, factory, '/demo/list?scheme=all');
  const at = row(page, '列表附件');
  await at.waitFor();
  await shot('files-list');
  const { id } = (await client.list('demoDoc', { search: { title: '列表附件' } })).records[0] ?? {};
  await go(page, factory, `/demo/detail?id=${String(id)}`);
  await front(page).getByRole('tab', { name: /^附件/ }).click();
  await shot('files-detail');
  await button(front(page), '左.png').click();
  await expect(dialog(page).getByRole('img', { name: '左.png' })).toBeVisible();
  await shot('files-viewer');
  await page.keyboard.press('ArrowRight');
  await expect(dialog(page)).toContainText('2 / 3');
  await page.keyboard.press('ArrowRight');
  await expect(dialog(page).getByRole('img', { name: '第2页' })).toBeVisible();
  await shot('files-pdf');
  await page.keyboard.press('Escape');
  const [download] = await Promise.all([page.waitForEvent('download'), button(front(page), '下载说明.txt').click()]);
  expect(download.suggestedFilename()).toBe('说明.txt');
});

test('ran nothing and broke nothing', () => {
  expect(faultsOf(page)).toEqual([]);
});
