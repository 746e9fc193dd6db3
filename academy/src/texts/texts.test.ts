import { describe, expect, test } from 'vitest'
import { TextFormatter } from './text-formatter.ts'
import { languages } from './texts.ts'

type Text = string | ((values: object, format: TextFormatter) => string)
const files = import.meta.glob<Record<string, Record<string, Text>>>('./*/*.ts', { eager: true })
const learnerZones = ['account', 'catalogue', 'common', 'errors', 'learn', 'news', 'player']
const zones = [...learnerZones, 'records', 'staff', 'studio', 'desk']
const textsOf = (language: string, zone: string) => files[`./${language}/${zone}.ts`]?.[zone] ?? {}
const entriesOf = (language: string) =>
  zones.flatMap((zone) => Object.entries(textsOf(language, zone)))

/** Answers for each value that a text asks for, and remembers which ones it asked for. */
function valuesFor(number: number) {
  const asked = new Set<string>()
  const values = new Proxy({} as Record<string, unknown>, {
    get: (_target, name) => {
      asked.add(String(name))
      return number
    },
  })
  return { asked, values }
}

function said(text: Text, language: string, number: number): { text: string; asked: string[] } {
  if (typeof text === 'string') return { text, asked: [] }
  const { asked, values } = valuesFor(number)
  return { text: text(values, new TextFormatter(language, {})), asked: [...asked].sort() }
}

test.each(zones)('the texts of %s are there in all languages that have them', (zone) => {
  const keys = Object.keys(textsOf('en', zone))
  expect(keys.length).toBeGreaterThan(10)
  // Other languages must translate what English leaves to the server's own messages.
  for (const language of languages.filter((one) => `./${one}/${zone}.ts` in files))
    expect(Object.keys(textsOf(language, zone))).toEqual(expect.arrayContaining(keys))
})

test.each(languages)('what learners see is there in %s', (language) => {
  const missing = learnerZones.filter((zone) => !(`./${language}/${zone}.ts` in files))
  expect(missing).toEqual([])
})

test('no text stands in two zones: the later one would take its place', () => {
  for (const language of languages) {
    const keys = entriesOf(language).map(([key]) => key)
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
  }
})

const sources = import.meta.glob<string>('../**/*.tsx', {
  ...{ eager: true, query: '?raw', import: 'default' },
})
const ofAccounts = /\/learn\/(?:auth|cart|transactions)\/|\/me\/account-page/

/** Lists a component's file and those that it imports, at once or later. */
function importedBy(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || !(file in sources)) return found
  found.add(file)
  for (const [, path = ''] of sources[file]?.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g) ?? [])
    importedBy(`..${new URL(path, new URL(file.slice(2), 'file:///')).pathname}`, found)
  return found
}

const ofCourses = Object.keys(sources).filter(
  (file) => /\/learn\/.*-page\.tsx$/.test(file) && !ofAccounts.test(file),
)
test.each([
  { of: 'courses', pages: ofCourses, unloaded: ['account'] },
  {
    ...{ of: 'the catalogue', pages: ['../learn/courses/catalog-page.tsx'] },
    unloaded: ['account', 'learn'],
  },
])('pages of $of say no text that only other pages load', ({ pages, unloaded }) => {
  const shown = new Set(pages.flatMap((file) => [...importedBy(file)]))
  expect(shown.size).toBeGreaterThan(15)
  // Only lists what buttons may be named.
  shown.delete('../ui/button.tsx')
  const keys = unloaded.flatMap((zone) => Object.keys(textsOf('en', zone)))
  const missing = [...shown].flatMap((file) =>
    keys.filter((key) => sources[file]?.includes(`'${key}'`)).map((key) => `${file}: ${key}`),
  )
  expect(missing).toEqual([])
})

describe.each(languages)('each text in %s', (language) => {
  test('says something, whatever the numbers are', () => {
    const wrong = entriesOf(language).filter(([, text]) =>
      [0, 1, 2, 5, 1_000].some((number) => {
        const shown = said(text, language, number).text
        return shown.trim() === '' || /undefined|NaN|\[object|#\s/.test(shown)
      }),
    )
    expect(wrong.map(([key]) => key)).toEqual([])
  })

  test('begins and ends with no space', () => {
    const wrong = entriesOf(language).filter(([, text]) => {
      const shown = said(text, language, 2).text
      return shown !== shown.trim()
    })
    expect(wrong.map(([key]) => key)).toEqual([])
  })

  // French and Portuguese use the same form for both.
  test('tells none from one', () => {
    const wrong = entriesOf(language).filter(([, text]) => {
      const [none, one] = [said(text, language, 0), said(text, language, 1)]
      return one.asked.join() === 'count' && none.text === one.text
    })
    expect(wrong.map(([key]) => key)).toEqual([])
  })

  test('says what English says: it asks for the same values', () => {
    const english = new Map(entriesOf('en'))
    const wrong = entriesOf(language).filter(([key, text]) => {
      const other = english.get(key)
      if (other === undefined) return false
      const asks = (one: Text, of: string) =>
        [...new Set([0, 1, 5].flatMap((number) => said(one, of, number).asked))].sort().join()
      const [mine, theirs] = [asks(text, language), asks(other, 'en')]
      return mine !== theirs
    })
    expect(wrong.map(([key]) => key)).toEqual([])
  })
})
