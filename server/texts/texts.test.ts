import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { factNames } from '../../content/certificates/printed-facts.ts'
import { certificateTextsFor, languages, pageLanguages, texts } from './texts.ts'
import type { LanguageTexts } from './types.ts'

const kinds = ['certificate', 'mail', 'page', 'receipt'] as const
const byTag: Record<string, LanguageTexts> = texts
const tags = Object.keys(byTag)

function filesOf(folder: string): string[] {
  return readdirSync(new URL(`${folder}/`, import.meta.url)).toSorted()
}

test('every folder is a language in the table, and every language has its folder', () => {
  const folders = readdirSync(new URL('./', import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

  expect(folders.toSorted()).toEqual(tags.map((tag) => tag.toLowerCase()).toSorted())
})

test.each(tags)(
  'the folder of %s holds one file for each kind of text, and a face with mails',
  (tag) => {
    const folder = tag.toLowerCase()
    const own = kinds.filter((kind) => byTag[tag]?.[kind] !== undefined)

    const face = byTag[tag]?.mail === undefined ? [] : [folder]
    expect(filesOf(folder)).toEqual([...face, ...own].map((name) => `${name}.ts`).toSorted())
  },
)

test('a language has a certificate and its page, and receipts exactly when it has mails', () => {
  expect(languages).toEqual(tags.filter((tag) => byTag[tag]?.mail !== undefined))
  for (const tag of tags) {
    const { certificate, page, mail, receipt } = byTag[tag] ?? {}
    expect([tag, certificate !== undefined, page !== undefined]).toEqual([tag, true, true])
    expect([tag, receipt !== undefined]).toEqual([tag, mail !== undefined])
  }
})

test('every word of a certificate is printed or in its credential, by its name or as the label of a fact', () => {
  const places = [
    '../adapters/pdf-printer/documents/printed-certificate.ts',
    '../features/learning/certificates/credential/open-badge.ts',
  ]
  const source = places.map((place) => readFileSync(new URL(place, import.meta.url), 'utf8')).join()
  const printed = [
    ...Array.from(source.matchAll(/words\.(\w+)/g), ([, word]) => word),
    ...factNames,
  ]

  expect(Object.keys(texts.en.certificate).filter((word) => !printed.includes(word))).toEqual([])
})

test('no text is empty', () => {
  for (const tag of tags) {
    const { certificate = {}, page = {}, receipt = {} } = byTag[tag] ?? {}
    for (const [name, text] of Object.entries({ ...certificate, ...page, ...receipt }))
      expect([tag, name, String(text).trim()]).toEqual([tag, name, expect.stringMatching(/./)])
  }
})

test('German says du in mails, and addresses nobody on pages that employers read', () => {
  const de = (file: string) => readFileSync(new URL(`de/${file}.ts`, import.meta.url), 'utf8')

  expect(de('mail')).not.toMatch(/\b(Sie|Ihnen|Ihr\w*)\b/)
  expect(de('page')).not.toMatch(/\b(Sie|Ihnen|Ihr\w*|[Dd](u|ir|ich|ein\w*))\b/)
})

test('English comes first in each list of languages', () => {
  expect(languages).toEqual(['en', 'de'])
  expect(pageLanguages).toEqual(tags)
})

test.each([
  ['de-AT', 'de-AT', 'Zertifikat'],
  ['zh-TW', 'zh-TW', '結業證書'],
  ['zh-Hans-SG', 'zh-Hans-SG', '结业证书'],
  ['tlh', 'en', 'Certificate of Completion'],
  ['not a tag', 'en', 'Certificate of Completion'],
])('a certificate in %s has words and dates in %s', (tag, locale, heading) => {
  const found = certificateTextsFor(tag)

  expect([found.locale, found.words.heading]).toEqual([locale, heading])
})

test('Arabic and Hebrew run from right to left', () => {
  expect(tags.filter((tag) => certificateTextsFor(tag).direction === 'rtl')).toEqual(['ar', 'he'])
})
