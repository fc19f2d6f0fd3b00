/** Control chart constants of subgroups of 2 to 25 (ISO 7870-2, GB/T 17989.2): d2 and d3 of the range, c4 of the standard deviation. */
const TABLE: readonly (readonly [d2: number, d3: number, c4: number])[] = [
  [1.128379, 0.852502, 0.797885],
  [1.692569, 0.888368, 0.886227],
  [2.058751, 0.879808, 0.921318],
  [2.325929, 0.864082, 0.939986],
  [2.534413, 0.84804, 0.951533],
  [2.704357, 0.833205, 0.959369],
  [2.847201, 0.819831, 0.96503],
  [2.970026, 0.807834, 0.969311],
  [3.077505, 0.797051, 0.972659],
  [3.172873, 0.787315, 0.97535],
  [3.258455, 0.778478, 0.977559],
  [3.33598, 0.770416, 0.979406],
  [3.406763, 0.763023, 0.980971],
  [3.471827, 0.756211, 0.982316],
  [3.531983, 0.749908, 0.983484],
  [3.587884, 0.744052, 0.984506],
  [3.640064, 0.738591, 0.98541],
  [3.688963, 0.733481, 0.986214],
  [3.73495, 0.728686, 0.986934],
  [3.778336, 0.724173, 0.987583],
  [3.819385, 0.719915, 0.98817],
  [3.858323, 0.715887, 0.988705],
  [3.895348, 0.712068, 0.989193],
  [3.930629, 0.708441, 0.98964],
];
export const MIN_SIZE = 2;
export const MAX_SIZE = 25;

export interface SpcConstants {
  readonly d2: number;
  readonly d3: number;
  readonly c4: number;
}
/** Constants of one subgroup size; undefined outside 2–25. */
export const constantsOf = (n: number): SpcConstants | undefined => {
  const row = TABLE[n - MIN_SIZE];
  return row === undefined ? undefined : { d2: row[0], d3: row[1], c4: row[2] };
};
