import { expect, test } from 'vitest'
import { csvLines } from './csv.ts'

test('a table has a line for each row, and quotes only where it must', () => {
  expect(
    csvLines([
      ['name', 'lessons', 'done'],
      ['Ada, "Countess"', 12, true],
      ['Grace\nHopper', 0, false],
      ['', null, true],
    ]),
  ).toBe(
    'name,lessons,done\r\n"Ada, ""Countess""",12,true\r\n"Grace\nHopper",0,false\r\n,,true\r\n',
  )
})

test.each([
  '=1+1',
  '+1',
  '-1+2',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '＝1',
  '=HYPERLINK("http://a.example")',
])('a spreadsheet does not run %j', (cell) => {
  const [, line = ''] = csvLines([['name'], [cell]]).split('\r\n', 2)
  expect(line.replace(/^"/, '').startsWith("'")).toBe(true)
})

test.each([
  ["Ada;=cmd|'/C calc'!A0;", "Ada;'=cmd|'/C calc'!A0;"],
  ['Ada; +1', "Ada; '+1"],
  ['Ada\t-1', "Ada\t'-1"],
  ['Ada;"=1";', `"Ada;""'=1"";"`],
  ['Ada\n@SUM(A1)', `"Ada\n'@SUM(A1)"`],
  ['a-b; c=d', 'a-b; c=d'],
])('a spreadsheet that splits %j at another sign runs nothing', (cell, line) => {
  expect(csvLines([['name'], [cell]])).toBe(`name\r\n${line}\r\n`)
})

test('numbers stay numbers, also those below zero', () => {
  expect(csvLines([['net'], [-1200], ['-12.00']])).toBe('net\r\n-1200\r\n-12.00\r\n')
})
