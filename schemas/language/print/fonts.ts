/**
 * Advance widths of the shipped font (Noto Sans SC, OFL) in thousandths of an em, so that layout needs no font file and preview, print and
 * PDF break lines alike. What is not listed is a full-width character.
 */
const FIRST = 32;
const REGULAR =
  '224,323,474,555,555,921,680,278,338,338,467,555,278,347,278,392,555,555,555,555,555,555,555,555,555,555,278,278,555,555,555,474,946,608,657,638,688,589,552,689,728,293,535,646,543,812,723,742,633,742,635,596,599,721,575,878,573,531,603,338,392,338,555,559,606,563,618,510,620,554,325,564,607,275,275,552,284,926,610,606,620,620,388,468,377,607,521,802,498,521,475,338,270,338,555';
const BOLD =
  '227,370,574,590,590,963,740,325,378,378,507,590,325,370,325,387,590,590,590,590,590,590,590,590,590,590,325,325,590,590,590,514,1007,641,681,656,714,615,585,717,757,330,568,686,578,853,749,770,667,770,682,624,625,748,619,915,627,580,613,378,387,378,590,567,626,591,644,527,644,581,372,597,640,304,306,604,315,964,641,626,644,644,437,495,421,637,576,863,562,574,511,378,296,378,590';
const OTHER: Readonly<Record<string, readonly [number, number]>> = {
  '°': [370, 404],
  '—': [894, 908],
  '–': [536, 544],
  '¥': [555, 590],
  '€': [555, 590],
  '²': [411, 424],
  '³': [411, 424],
  '½': [903, 948],
  α: [625, 663],
  β: [631, 670],
  μ: [628, 664],
  Φ: [803, 850],
  φ: [760, 819],
};
const widths = (text: string): readonly number[] => text.split(',').map(Number);
const [regular, bold] = [widths(REGULAR), widths(BOLD)];

const MM_PER_POINT = 25.4 / 72;
/** Height of a line of a size in points, mm. */
export const lineHeight = (size: number): number => size * 1.4 * MM_PER_POINT;
/** Distance from the top of a line to its baseline, mm. */
export const ascent = (size: number): number => size * 1.08 * MM_PER_POINT;

/** Width of a text in mm. */
export function textWidth(text: string, size: number, isBold = false): number {
  let total = 0;
  for (const char of text) total += advance(char, isBold);
  return (total / 1000) * size * MM_PER_POINT;
}

function advance(char: string, isBold: boolean): number {
  const at = (char.codePointAt(0) ?? 0) - FIRST;
  const table = isBold ? bold : regular;
  return table[at] ?? OTHER[char]?.[isBold ? 1 : 0] ?? 1000;
}

/** Never at the start of a line: closing marks; they hang on the line before. */
const CLOSING = new Set('，。、；：！？）》」』】〕”’%％,.;:!?)]}');

/** Lines no wider than `width`; words of Latin text stay whole where they can, line ends of the text stay line ends. */
export function breakLines(text: string, width: number, size: number, isBold = false): string[] {
  return text.split('\n').flatMap((paragraph) => wrap(paragraph, width, size, isBold));
}

function wrap(text: string, width: number, size: number, isBold: boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.match(/[\w.,:;/\\+\-#@%]+|\s|[\s\S]/gu) ?? []) {
    if (textWidth(line + word, size, isBold) <= width) {
      line += word;
      continue;
    }
    if (CLOSING.has(word) && line !== '') {
      line += word;
      continue;
    }
    if (line.trim() !== '') lines.push(line.trimEnd());
    line = '';
    if (word.trim() === '') continue;
    // a word wider than the line is cut where it must be
    for (const char of word) {
      if (line !== '' && textWidth(line + char, size, isBold) > width) {
        lines.push(line);
        line = '';
      }
      line += char;
    }
  }
  if (line !== '' || lines.length === 0) lines.push(line.trimEnd());
  return lines;
}
