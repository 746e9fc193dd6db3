import { expect, test } from 'vitest'
import { renameInText } from './rename-file.ts'

const paths = { from: 'img/a b.png', to: 'img/c&(d).png' }

test.each([
  ['![x](img/a%20b.png)', '![x](img/c%26%28d%29.png)'],
  ['![x](<img/a b.png>)', '![x](<img/c%26%28d%29.png>)'],
  ['[x](./img/a%20b.png#page=2 "Title")', '[x](img/c%26%28d%29.png#page=2 "Title")'],
  ['[x]\n\n[x]: img/a%20b.png', '[x]\n\n[x]: img/c%26%28d%29.png'],
  ['<img src="img/a b.png" alt="">', '<img src="img/c%26%28d%29.png" alt="">'],
  ['`![x](img/a%20b.png)` and img/a b.png', '`![x](img/a%20b.png)` and img/a b.png'],
  ['![x](img/a%20b.png.png) ![y](https://e.org/img/a%20b.png)', undefined],
])('%s', (text, renamed = text) => {
  expect(renameInText(text, paths)).toBe(renamed)
})
