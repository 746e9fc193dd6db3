import { expect, test } from 'vitest'
import { disguisedTargets } from '../test/html-attacks.ts'
import { findUnsafeTargets, isUnsafeTarget } from './unsafe-targets.ts'

const linesOf = (markdown: string) =>
  findUnsafeTargets(markdown, { limit: 100 }).map(({ line }) => line)

test('an address that a browser would run is found, however it is written', () => {
  expect(linesOf(disguisedTargets.join('\n\n'))).toEqual(
    disguisedTargets.map((_, index) => index * 2 + 1),
  )
  expect(linesOf('[a](\n  javascript:alert(1))\n\n[a]:\n  javascript:alert(1)')).toEqual([2, 5])
})

test('a comment hides no address: frontends show it as text, unless the course allows HTML', () => {
  expect(linesOf('<!-- [a](javascript:alert(1)) -->')).toEqual([1])
  expect(linesOf('Text.\n\n<!--\n[a](javascript:alert(1))\n-->')).toEqual([4])
  expect(linesOf('<!--\n```\n-->\n[a](javascript:1)\n\n[b](javascript:2)')).toEqual([4, 6])
  expect(linesOf('```\n<!-- [a](javascript:alert(1)) -->\n```')).toEqual([])
})

test('addresses that only look like it stay, and so does code', () => {
  const harmless = [
    '[a](https://example.org/javascript:void)',
    '[a](javascript.md) [b](data/table.csv) [c](#javascript:)',
    '![a](data:image/png;base64,iVBORw0KGgo=)',
    'Never write `[a](javascript:alert(1))` in a lesson.',
    '```\n[a](javascript:alert(1))\n```',
    'In javascript: alerts. The data: numbers.',
  ]
  expect(linesOf(harmless.join('\n\n'))).toEqual([])
  expect(isUnsafeTarget('mailto:someone@example.org')).toBe(false)
})

test('a megabyte of beginnings is looked through once', { timeout: 60_000 }, () => {
  for (const piece of ['](', '](j', '[a](java&#', '<j', 'href=', ']:\n', '](data:image/png'])
    expect(findUnsafeTargets(piece.repeat(150_000), { limit: 20 }).length).toBeLessThan(21)
})

test('what a parser would read again and again is refused unread, and quotes of a usual text are not', () => {
  const quotes = (count: number) => `${'> a quote\nand a line\n\n'.repeat(count)}[a](vbscript:a)`
  const found = (text: string) => findUnsafeTargets(text, { limit: 20 })

  expect(found('> ```\n[a](vbscript:a)\n'.repeat(4_000))[0]?.isUndecided).toBe(true)
  expect(found(quotes(500))).toEqual([{ line: 1_501, target: 'vbscript:a' }])
})
