import { expect, test } from 'vitest'
import { withoutMarks } from './without-marks.ts'

test.each([
  [
    'next. ![A chart…](img/chart.png) ## Port and starboard | Side | Colour | |---|:--:| ```python def',
    'next. A chart… Port and starboard Side Colour def',
  ],
  [
    '**Keep** _clear_ of [the bow](bow.md "x") and `a_b`, > he said',
    'Keep clear of the bow and a_b, he said',
  ],
  ['- one\n- 2 * 3 - 4 <br> snake_case', 'one 2 3 4 snake_case'],
])('%s is shown without marks', (markdown, text) => {
  expect(withoutMarks(markdown)).toBe(text)
})
