import { create } from 'qrcode'
import { afterAll, describe, expect, test } from 'vitest'
import { createCertificateRenderer } from './renderer.ts'
import { findBlackModules, givenFacts, givenOptions, readPdf, requireBrowser, withoutSpace } from './test-support.ts'

const renderer = createCertificateRenderer(givenOptions())
const available = await requireBrowser(renderer)
afterAll(() => renderer.close())

describe.skipIf(!available)('a certificate', () => {
  test('says who completed what and when, and under which code', async () => {
    const facts = givenFacts()

    const { text } = await readPdf(await renderer.render(facts))

    for (const part of [
      facts.learnerName,
      facts.courseTitle,
      'has completed',
      'November 21, 2026',
      facts.code,
      facts.verificationUrl,
      facts.issuer,
    ]) {
      expect(text).toContain(withoutSpace(part))
    }
  })

  test('is one page of A4 landscape, tagged, with title and language', async () => {
    const pdf = await readPdf(await renderer.render(givenFacts({ language: 'de' })))

    expect(pdf.pages).toBe(1)
    expect(pdf.widthMm).toBeCloseTo(297, 0)
    expect(pdf.heightMm).toBeCloseTo(210, 0)
    expect(pdf.tagged).toBe(true)
    expect(pdf.language).toBe('de')
    expect(pdf.title).toBe('Zertifikat: Version Control with Git — Ada Lovelace')
  })

  test('carries its fonts, as outlines and not as drawings', async () => {
    const source = Buffer.from(await renderer.render(givenFacts())).toString('latin1')

    expect(source).toMatch(/\/FontFile2? /u)
    expect(source).toMatch(/\/BaseFont \/[A-Z]{6}\+NotoSans-Bold/u)
    expect(source).not.toMatch(/\/Type3\b/u)
    expect(source).not.toContain('OpenSans')
  })

  test.each(['Nguyễn Thị Phương Thảo', 'Αλεξάνδρα Παπαδοπούλου', 'Екатерина Константиновна Ђорђевић', 'Łukasz Żółć', 'Øyvind Åsgård'])(
    'shows the name %s letter by letter',
    async (learnerName) => {
      const { text } = await readPdf(await renderer.render(givenFacts({ learnerName })))

      expect(text).toContain(withoutSpace(learnerName))
    },
  )

  test.each([
    ['words', 'Wilhelmina '.repeat(11).slice(0, 120)],
    ['one unbroken run of wide letters', 'W'.repeat(120)],
  ])('of 120 characters in name and title, %s, is complete and stays on its page', async (_, long) => {
    const pdf = await readPdf(
      await renderer.render(givenFacts({ learnerName: long, courseTitle: `${long.slice(1)}!`, issuer: long.slice(0, 80) })),
    )

    expect(pdf.pages).toBe(1)
    expect(pdf.text).toContain(withoutSpace(long))
    expect(pdf.text).toContain(withoutSpace(`${long.slice(1)}!`))
    expect(pdf.lowestTextMm).toBeLessThan(198)
    expect(pdf.overlaps).toEqual([])
  })

  test('that nobody could read at any size is refused rather than cut', async () => {
    await expect(renderer.render(givenFacts({ learnerName: 'W'.repeat(2_000) }))).rejects.toThrow('too long for a certificate: name')
    expect((await readPdf(await renderer.render(givenFacts()))).text).toContain('AdaLovelace')
  })

  test('has the QR code of its address, module by module, on paper', async () => {
    const facts = givenFacts()
    const { modules } = create(facts.verificationUrl, { errorCorrectionLevel: 'M' })

    const printed = await findBlackModules(await renderer.render(facts), modules.size)

    expect(printed).toEqual(Array.from(modules.data, Boolean))
  })

  test('never takes a word from another that is printed at the same time', async () => {
    const names = Array.from({ length: 24 }, (_, index) => `Learner${String.fromCodePoint(65 + index)}${'x'.repeat(index)}End`)

    const pdfs = await Promise.all(
      names.map((learnerName) => renderer.render(givenFacts({ learnerName, code: `${learnerName.length}-CODE` }))),
    )

    for (const [index, pdf] of pdfs.entries()) {
      const { text, title } = await readPdf(pdf)
      const name = names[index] ?? ''
      expect(names.filter((other) => text.includes(other))).toEqual([name])
      expect(text).toContain(`${name.length}-CODE`)
      expect(title).toContain(name)
    }
  })
})
