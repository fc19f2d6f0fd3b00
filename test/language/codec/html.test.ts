import { describe, expect, it } from 'vitest';
import { cleanHtml, htmlText } from '../../../schemas/language/codec/html';

describe('marked-up text', () => {
  it.each([
    ['<p>按<strong>图纸</strong></p>', '<p>按<strong>图纸</strong></p>'],
    ['<P CLASS="x" onclick="alert(1)" style="color:red">a</P>', '<p>a</p>'],
    ['<script>alert(1)</script><p>a</p>', '<p>a</p>'],
    ['<p>a<script>alert(1)', '<p>a</p>'],
    ['<img src=x onerror=alert(1)><p>a</p>', '<p>a</p>'],
    ['<img src="/file/1" onerror="alert(1)">', '<img src="/file/1">'],
    ['<svg><a xlink:href="javascript:alert(1)">x</a></svg><p>a</p>', '<p>a</p>'],
    ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href="java\nscript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href="&#106;avascript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href="//evil.example/x">a</a>', '<a>a</a>'],
    ['<a href="https://a.cn" target="_blank">a</a>', '<a href="https://a.cn">a</a>'],
    ['<iframe srcdoc="<p>x"></iframe>a', 'a'],
    ['<!-- <p> --><p>a</p><![CDATA[x]]>', '<p>a</p>'],
    ['<ul><li>一<li>二</ul>', '<ul><li>一<li>二</li></li></ul>'],
    ['a < b && c > d', 'a &lt; b &amp;&amp; c &gt; d'],
    ['&lt;script&gt;', '&lt;script&gt;'],
    ['</p></div>a', 'a'],
    ['<p title="a&quot; onmouseover=&quot;x">a</p>', '<p title="a&quot; onmouseover=&quot;x">a</p>'],
    ['<p></p><p> </p>', ''],
    ['<<script>alert(1)</script>p>', '&lt;p&gt;'],
  ])('%s', (source, wanted) => {
    expect(cleanHtml(source)).toBe(wanted);
    expect(cleanHtml(wanted)).toBe(wanted);
  });

  it('keeps the words and nothing that acts, whatever is pushed into it', () => {
    const pieces = [
      '<',
      '>',
      '"',
      "'",
      '<p',
      '</p>',
      '<script>',
      '</script',
      '<a href=',
      'javascript:',
      '<img src=',
      ' onerror=x',
      '&#',
      '<!--',
      '-->',
      '中',
      '=',
      '/',
    ];
    let seed = 7;
    const next = (n: number): number => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed % n;
    };
    for (let round = 0; round < 3000; round += 1) {
      const source = Array.from({ length: 1 + next(14) }, () => pieces[next(pieces.length)]).join('');
      const html = cleanHtml(source);
      expect(html, source).not.toMatch(/<(?!\/?(?:p|a|img)\b)/i);
      expect(html, source).not.toMatch(/<[^>]*\son\w+=/i);
      expect(html, source).not.toMatch(/(?:href|src)="javascript:/i);
      expect(cleanHtml(html), source).toBe(html);
    }
  });

  it('takes time by its length, not by its marks', () => {
    for (const part of ['<a "', "<a '", '<p ', '<!--', '<script', '&#', '<a href="'])
      expect(cleanHtml(part.repeat(20_000)).length).toBeLessThan(600_000);
  });

  it('is read as one line of words', () => {
    expect(htmlText('<p>按<strong>图纸</strong>加工</p><ul><li>去毛刺</li><li>5 &lt; 6</li></ul>')).toBe(
      '按图纸加工 去毛刺 5 < 6',
    );
  });
});
