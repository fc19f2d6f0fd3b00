/** One PostgreSQL for all journeys, with the demo factory as a template; every server of theirs stands on a clone of it. */
import { dropDemo, makeDemo } from './databases';

export default async (): Promise<() => Promise<void>> => {
  await makeDemo();
  return dropDemo;
};
