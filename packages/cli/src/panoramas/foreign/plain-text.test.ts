import { expect, test } from 'vitest';
import { plainText, readHtml } from './plain-text.ts';

test.each([
  ['A lamp<br>of <b>1920</b>', 'A lamp\nof 1920'],
  ['<p>One</p>\n<p>Two<br/>\n  three</p>', 'One\nTwo\nthree'],
  ['<h2>Lamp</h2><div>Of&nbsp;brass</div>', 'Lamp\nOf brass'],
  ['<style>.a{color:red}</style>Seen<script>run()</script><!-- note -->', 'Seen'],
  ['caf&eacute; &#8364;5 &#x41;&apos;s &amp;lt; &Auml;', "café €5 A's &lt; Ä"],
  ['&#0; &#55296; &#1114112; &nosuch;', '&#0; &#55296; &#1114112; &nosuch;'],
  ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
  ['two\nlines', 'two\nlines'],
])('%j says %j', (html, text) => {
  expect(plainText(html)).toBe(text);
});

test.each([
  ['<a href="https://a.example.com/?x=1&amp;y=2">a</a>', 'https://a.example.com/?x=1&y=2', []],
  ["<a class=x href='http://a.example.com'>a</a><a href=http://b.example.com>b</a>", 'http://a.example.com', ['further addresses']], // biome-ignore format: a row each
  ['<a href="javascript:alert(1)">a</a>', '', []],
  ['<img src="a.jpg"><iframe src="b"></iframe>', '', ['pictures', 'films, sounds or pages']],
  ['<form><input></form>', '', ['forms']],
])('%j leads to %j', (html, url, lost) => {
  const read = readHtml(html);
  expect([read.url, read.lost.map(String)]).toEqual([url, lost]);
});

// Of text that were read again and again for each of them, the limit of a test would tell.
test('what nobody closes takes no time', () => {
  for (const open of ['<', '<a href=', '<script>', '<!--', '&#', '<br '])
    expect(readHtml(open.repeat(200_000)).url).toBe('');
});
