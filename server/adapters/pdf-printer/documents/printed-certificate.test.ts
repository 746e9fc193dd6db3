import { describe, expect, test } from 'vitest'
import { defaultBranding } from '../../../../content/branding/branding.ts'
import type { Run } from '../fonts/runs.ts'
import { givenContent } from '../test-support.ts'
import { createDocuments } from './documents.ts'
import { drawQrCode, encode, quietZone } from './qr-code.ts'

const documents = createDocuments()

describe('the texts of a certificate', () => {
  test.each([
    ['en', 'November 21, 2026', 'has completed the course'],
    ['en-GB', '21 November 2026', 'has completed the course'],
    ['de', '21. November 2026', 'hat folgenden Kurs abgeschlossen:'],
    ['de-AT', '21. November 2026', 'hat folgenden Kurs abgeschlossen:'],
    ['fr', '21 novembre 2026', 'a terminé le cours'],
    ['es', '21 de noviembre de 2026', 'ha completado el curso'],
    ['vi', '21 tháng 11, 2026', 'đã hoàn thành khóa học'],
    ['ja', '2026年11月21日', '次の課程を修了したことを証します'],
    ['zh-TW', '2026年11月21日', '已完成以下課程'],
    ['zh-Hans-SG', '2026年11月21日', '已完成以下课程'],
    ['ar-EG', '٢١ نوفمبر ٢٠٢٦', 'تقديرًا لإتمام الدورة'],
    ['ru', '21 ноября 2026 г.', 'окончил(а) курс'],
  ])('in %s write the date as people there do', async (language, date, phrase) => {
    const { texts, locale } = await documents.certificate(givenContent({ language }))

    expect(textOf(texts.date).replaceAll('\u00A0', ' ')).toBe(date)
    expect(textOf(texts.beforeCourse)).toBe(phrase)
    expect(locale).toBe(language)
  })

  test.each([
    [745, '12 hours'],
    [90, '1 hour, 30 minutes'],
    [60, '1 hour'],
    [45, '45 minutes'],
  ])('say how long the course is: %i minutes are %s', async (minutes, words) => {
    expect(textOf((await documents.certificate(givenContent({ minutes }))).texts.minutes)).toBe(
      words,
    )
  })

  test('say nothing about the length of a course that has none', async () => {
    const { texts } = await documents.certificate(givenContent({ minutes: null }))

    expect([texts.minutes, texts.minutesLabel]).toEqual([undefined, undefined])
  })

  test('say what the design says instead, and a distinction to those whose grade reaches it', async () => {
    const design = { heading: 'Diploma', beforeName: 'We are proud of', beforeCourse: 'who knows' }
    const branding = {
      ...{ ...defaultBranding, ...design },
      ...{ distinction: 'with distinction', distinctionFrom: 90 },
    }
    const textsFor = async (grade: number | null) =>
      (await documents.certificate(givenContent({ branding, grade }))).texts

    const { heading, beforeName, beforeCourse, distinction } = await textsFor(9_000)
    expect([heading, beforeName, beforeCourse, distinction].map((runs) => textOf(runs))).toEqual([
      ...Object.values(design),
      'with distinction',
    ])
    expect([(await textsFor(8_999)).distinction, (await textsFor(null)).distinction]).toEqual([
      undefined,
      undefined,
    ])
  })

  test('say until when the certificate is valid', async () => {
    const content = givenContent({ lastDay: '2027-11-21', language: 'de' })
    const { texts } = await documents.certificate(content)

    const printed = [texts.validUntilLabel, texts.validUntil].map(textOf)
    expect(printed).toEqual(['Gültig bis', '21. November 2027'])
  })

  test.each([
    ['en', 'has completed the program', 'and 38 more'],
    ['de', 'hat folgendes Programm abgeschlossen:', 'und 38 weitere'],
  ])('in %s name as many courses of a program as there is room for', async (language, ...said) => {
    const courses = Array.from(
      { length: 50 },
      (_, index) => `Course ${index} of thirty-two letters.`,
    )
    const { texts, rows } = await documents.certificate(givenContent({ language, courses }))
    const few = await documents.certificate(givenContent({ courses: ['Tying', '帆走'] }))

    expect([texts.beforeCourse, texts.moreCourses].map(textOf)).toEqual(said)
    expect([rows.courses, textOf(texts['courses.11.title'])]).toEqual([12, courses[11]])
    expect([few.rows.courses, few.texts.moreCourses]).toEqual([2, undefined])
  })

  test('in Arabic keep the marks by which a percent sign stays at its number', async () => {
    const content = givenContent({ grade: 6666, language: 'ar-EG' })

    expect(textOf((await documents.certificate(content)).texts.grade)).toBe('٦٦٫٦٦٪\u061C')
  })

  test.each([
    ['ar', 'rtl'],
    ['he', 'rtl'],
    ['fa', 'ltr'],
    ['en', 'ltr'],
  ])('of %s run %s, like the language that they are in', async (language, direction) => {
    expect((await documents.certificate(givenContent({ language }))).direction).toBe(direction)
  })

  test.each(['tlh', '', 'not a language', 'constructor', '__proto__'])(
    'are English, date and all, for the language %j',
    async (language) => {
      const { texts, locale } = await documents.certificate(givenContent({ language }))

      expect([locale, textOf(texts.heading), textOf(texts.date)]).toEqual([
        'en',
        'Certificate of Completion',
        'November 21, 2026',
      ])
    },
  )

  test('name the document after course and learner, the name letter by letter', async () => {
    const { documentTitle } = await documents.certificate(
      givenContent({ learnerName: ' Ada\u200D  Lovelace' }),
    )

    expect(documentTitle).toBe('Certificate: Version Control with Git —  Ada\u200D  Lovelace')
  })
})

test.each([
  'https://lyceum.example/verify/7Q3M-X9KD-2HVA-RT5E-8',
  `https://lyceum.example/verify/7Q3M#${'eyJhbGciOiJFZERTQSJ9.'.repeat(20)}`,
])('the QR code is drawn module by module as the encoder made it: %s', (text) => {
  const { modules } = encode(text)

  const { path, viewBox } = drawQrCode(text)

  const dark = new Set<string>()
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/gu)) {
    for (let step = 0; step < Number(width); step += 1)
      dark.add(`${Number(x) + step - quietZone},${Number(y) - quietZone}`)
  }
  const expected = Array.from(modules.data).flatMap((bit, index) =>
    bit === 0 ? [] : [`${index % modules.size},${Math.floor(index / modules.size)}`],
  )
  expect(dark).toEqual(new Set(expected))
  expect(viewBox).toBe(`0 0 ${modules.size + 4} ${modules.size + 4}`)
})

function textOf(runs: readonly Run[] = []): string {
  return runs.map(({ text }) => text).join('')
}
