import { areaList } from '@vant/area-data';
import type { DictItemDoc } from '../../schemas/language/document';

/** Big shipped lists that a dictionary names by `source` (language §2.12); a list of lists, built when first asked. */
export const SOURCES: Readonly<Record<string, () => readonly DictItemDoc[]>> = {
  region: () => (known ??= regions()),
};
let known: readonly DictItemDoc[] | undefined;

/** Provinces, cities and counties by their six-digit codes: the parent of a county is its city, of a city its province. */
function regions(): DictItemDoc[] {
  const items: DictItemDoc[] = [];
  for (const [code, title] of Object.entries(areaList.province_list)) items.push({ code, title });
  for (const [code, title] of Object.entries(areaList.city_list))
    items.push({ code, title, parent: `${code.slice(0, 2)}0000` });
  for (const [code, title] of Object.entries(areaList.county_list)) {
    const city = `${code.slice(0, 4)}00`;
    items.push({ code, title, parent: city in areaList.city_list ? city : `${code.slice(0, 2)}0000` });
  }
  return items;
}
