import { expect, test } from 'vitest'
import { toMarkdown } from './paste.ts'

test.each([
  [
    'a web page',
    '<h2>Knots</h2><p>A <strong>loop</strong> of <a href="https://a.example/x">rope</a>.</p><ul><li>one<ul><li>two</li></ul></li><li>three</li></ul><script>ran()</script>',
    '## Knots\n\nA **loop** of [rope](https://a.example/x).\n\n- one\n  - two\n- three',
  ],
  [
    'Google Docs',
    '<b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:400;">A </span><span style="font-weight:700;">loop</span><span style="font-style:italic"> holds</span></p><ol><li dir="ltr"><p dir="ltr"><span>one</span></p></li><li><p>two</p></li></ol></b>',
    'A **loop** *holds*\n\n1. one\n2. two',
  ],
  [
    'Word',
    "<html><head><style>p {color:red}</style></head><body><!--StartFragment--><h1>Knots<o:p></o:p></h1><p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp; </span></span><![endif]>one</p><p class=MsoListParagraphCxSpLast style='mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>o<span>&nbsp; </span></span><![endif]>two<b>!</b></p><p class=MsoNormal>End</p><!--EndFragment--></body></html>",
    '# Knots\n\n- one\n   - two**!**\n\nEnd',
  ],
  [
    'a table',
    '<table><tr><td>Knot</td><td>Use</td></tr><tr><td>Bowline</td><td>a|b</td></tr></table>',
    '| Knot | Use |\n| --- | --- |\n| Bowline | a\\|b |',
  ],
  [
    'what leads nowhere, or runs',
    '<p><a href="javascript:ran()">a</a> <img src="file:///C:/x.png" alt="A knot"> <img src="https://a.example/b.png" alt="B"></p>',
    'a A knot ![B](https://a.example/b.png)',
  ],
  ['marks of Markdown in text', '<p>5 * 3_a_ and [b]</p>', '5 \\* 3\\_a\\_ and \\[b\\]'],
])('%s is pasted as Markdown', async (_what, html, expected) => {
  expect(await toMarkdown(html)).toBe(expected)
})
