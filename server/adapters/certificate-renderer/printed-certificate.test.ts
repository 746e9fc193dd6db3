import { create } from 'qrcode'
import { describe, expect, test } from 'vitest'
import { toPrinted } from './printed-certificate.ts'
import { drawQrCode, quietZone } from './qr-code.ts'
import { givenFacts } from './test-support.ts'

describe('the words of a certificate', () => {
  test.each([
    ['en', 'November 21, 2026', 'has completed the course'],
    ['en-GB', '21 November 2026', 'has completed the course'],
    ['de', '21. November 2026', 'hat folgenden Kurs abgeschlossen:'],
    ['de-AT', '21. November 2026', 'hat folgenden Kurs abgeschlossen:'],
    ['fr', '21 novembre 2026', 'a terminé le cours'],
    ['es', '21 de noviembre de 2026', 'ha completado el curso'],
  ])('in %s say the date as people there write it', (language, date, phrase) => {
    const { texts, locale } = toPrinted(givenFacts({ language }))

    expect(texts.date).toBe(date)
    expect(texts.beforeCourse).toBe(phrase)
    expect(locale).toBe(language)
  })

  test.each(['tlh', 'ja-JP', '', 'not a language', 'constructor', '__proto__'])(
    'are English, date and all, for the language %j',
    (language) => {
      const { texts, locale } = toPrinted(givenFacts({ language }))

      expect([locale, texts.heading, texts.date]).toEqual(['en', 'Certificate of Completion', 'November 21, 2026'])
    },
  )

  test('give the day of completion whatever the time zone of the server', () => {
    expect(toPrinted(givenFacts({ completedOn: '2026-01-01' })).texts.date).toBe('January 1, 2026')
    expect(toPrinted(givenFacts({ completedOn: '2026-12-31' })).texts.date).toBe('December 31, 2026')
  })

  test.each(['2026-02-30', '2026-13-01', 'yesterday', ''])('refuse %j as a day', (completedOn) => {
    expect(() => toPrinted(givenFacts({ completedOn }))).toThrow('not a calendar day')
  })

  test('name the document after course and learner', () => {
    expect(toPrinted(givenFacts()).documentTitle).toBe('Certificate: Version Control with Git — Ada Lovelace')
  })
})

test('the QR code is drawn module by module as the encoder made it', () => {
  const { verificationUrl } = givenFacts()
  const { modules } = create(verificationUrl, { errorCorrectionLevel: 'M' })

  const { path, viewBox } = drawQrCode(verificationUrl)

  const dark = new Set<string>()
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/gu)) {
    for (let step = 0; step < Number(width); step += 1) dark.add(`${Number(x) + step - quietZone},${Number(y) - quietZone}`)
  }
  const expected = Array.from(modules.data).flatMap((bit, index) =>
    bit === 0 ? [] : [`${index % modules.size},${Math.floor(index / modules.size)}`],
  )
  expect(dark).toEqual(new Set(expected))
  expect(viewBox).toBe(`0 0 ${modules.size + 4} ${modules.size + 4}`)
})
