import type { DraftLessonSummary } from '@lyceum/sdk'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../../lib/test/property-runs.ts'
import { moveRow, neighborOf, type Row, rowsOf, sectionsOf } from './outline.ts'

/** Builds an outline from `#` for a section and a letter for each of its lessons: `#ab#c`. */
function outlineOf(short: string): readonly Row[] {
  const sections = short.split('#').slice(1)
  return rowsOf({
    sections: sections.map((lessons, index) => ({
      title: `Part ${index}`,
      lessons: [...lessons].map((key) => ({ key, title: key }) as DraftLessonSummary),
    })),
  } as Parameters<typeof rowsOf>[0])
}

const shortOf = (rows: readonly Row[]) =>
  sectionsOf(rows)
    .map(({ lessons }) => `#${lessons.join('')}`)
    .join('')

/** Sections with lessons that have each another letter. */
const outlines = fc
  .array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 5 })
  .map((counts) => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz']
    return counts.map((count) => `#${letters.splice(0, count).join('')}`).join('')
  })

test.each([
  ['#abc', 'a', 'c', 'after', '#bca'],
  ['#abc', 'c', 'a', 'before', '#cab'],
  ['#ab#c', 'a', '#1', 'after', '#b#ac'],
  ['#ab#c', 'a', '#1', 'on', '#b#ac'],
  ['#ab#c', 'c', '#1', 'before', '#abc#'],
  ['#ab#c', 'c', '#0', 'before', '#cab#'],
  ['#ab#c#d', '#0', '#2', 'before', '#c#ab#d'],
  ['#ab#c#d', '#0', 'c', 'before', '#c#ab#d'],
  ['#ab#c#d', '#2', 'a', 'after', '#ab#d#c'],
  ['#ab#c#d', '#2', '#0', 'before', '#d#ab#c'],
  ['#ab', 'a', 'unknown', 'after', '#ab'],
  ['#ab', 'unknown', 'a', 'after', '#ab'],
  ['#ab#c', '#0', 'a', 'after', '#ab#c'],
] as const)('%s: %s goes to %s, %s it', (short, key, target, dropPosition, moved) => {
  expect(shortOf(moveRow(outlineOf(short), key, { key: target, dropPosition }))).toBe(moved)
})

test('what is shown as rows is stored as it was', () => {
  fc.assert(
    fc.property(outlines, (short) => shortOf(outlineOf(short)) === short),
    propertyRuns(50),
  )
})

test('a move loses no row and doubles none, and the first row stays a section', () => {
  fc.assert(
    fc.property(
      outlines,
      fc.nat(),
      fc.nat(),
      fc.constantFrom('before', 'after', 'on'),
      (short, from, to, dropPosition) => {
        const rows = outlineOf(short)
        const keyAt = (at: number) => rows[at % rows.length]?.key ?? ''
        const moved = moveRow(rows, keyAt(from), { key: keyAt(to), dropPosition })
        const sorted = (all: readonly Row[]) => all.map(({ key }) => key).sort()
        expect(sorted(moved)).toEqual(sorted(rows))
        expect(moved[0]?.lesson).toBeUndefined()
      },
    ),
    propertyRuns(200),
  )
})

test('a section takes its lessons along', () => {
  fc.assert(
    fc.property(outlines, fc.nat(), fc.nat(), (short, from, to) => {
      const rows = outlineOf(short)
      const sections = rows.filter(({ lesson }) => lesson === undefined)
      const keyAt = (at: number) => sections[at % sections.length]?.key ?? ''
      const target = { key: keyAt(to), dropPosition: 'before' } as const
      const parts = (all: readonly Row[]) => shortOf(all).split('#').sort()
      expect(parts(moveRow(rows, keyAt(from), target))).toEqual(parts(rows))
    }),
    propertyRuns(100),
  )
})

test('a step down and a step up lead back, wherever there is a place to go', () => {
  fc.assert(
    fc.property(outlines, fc.nat(), (short, at) => {
      const rows = outlineOf(short)
      const key = rows[at % rows.length]?.key ?? ''
      const down = neighborOf(rows, key, 'down')
      if (down === undefined) return
      const lower = moveRow(rows, key, down)
      const up = neighborOf(lower, key, 'up')
      expect(up && shortOf(moveRow(lower, key, up))).toBe(short)
    }),
    propertyRuns(200),
  )
})

test.each([
  ['#ab', '#0', 'up'],
  ['#ab', 'a', 'up'],
  ['#ab', 'b', 'down'],
  ['#ab#', '#1', 'down'],
] as const)('%s: there is no place for %s further %s', (short, key, step) => {
  expect(neighborOf(outlineOf(short), key, step)).toBeUndefined()
})
