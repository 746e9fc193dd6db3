import { describe, expect, test } from 'vitest'
import { toDisplayText } from '../../../lib/display-text.ts'
import { printerForAllTests } from '../../test/printing.ts'
import { createPdfPrinter } from './pdf-printer.ts'
import { goldenNames } from './test/golden-names.ts'
import { givenContent, givenOptions, readPdf, withoutSpace } from './test-support.ts'

const { printer, isAvailable: available } = await printerForAllTests()

/**
 * Letters that the tests' reader of PDFs gives in a different order or form; a reader that knows
 * /ActualText gives all of them but the right-to-left ones.
 */
const unextracted = new Set([
  'arabic',
  'arabic-digits',
  'hebrew',
  'devanagari',
  'thai',
  'emoji',
  'mixed',
  'stacked-marks',
  'yoruba',
  'igbo',
  'guarani',
  'burmese',
  'odia',
  'tibetan',
  'nko',
])

/** Names with Han characters, which need several files of a family, each a font of its own. */
const manyFonts = /^(?:chinese|japanese|korean|long-chinese|mixed)/u

describe.skipIf(!available)('a certificate', () => {
  test('says who completed what and when, and its code', async () => {
    const content = givenContent()

    const { text } = await readPdf(await printer.printCertificate(content))

    for (const part of [
      content.learnerName,
      content.courseTitle,
      'has completed',
      'November 21, 2026',
      content.code,
      content.verifyUrl,
      content.issuer,
      '12 hours',
    ]) {
      expect(text).toContain(withoutSpace(part))
    }
  })

  test('is one page of A4 landscape, tagged, with title, author, language and outline', async () => {
    const pdf = await readPdf(await printer.printCertificate(givenContent({ language: 'de' })))

    expect(pdf.pages).toBe(1)
    expect(pdf.widthMm).toBeCloseTo(297, 0)
    expect(pdf.heightMm).toBeCloseTo(210, 0)
    expect(pdf.tagged).toBe(true)
    expect(pdf.language).toBe('de')
    expect(pdf.title).toBe('Zertifikat: Version Control with Git — Ada Lovelace')
    expect(pdf.author).toBe('Lyceum')
    expect(pdf.outline).toEqual(['Zertifikat', 'Ada Lovelace', 'Version Control with Git'])
  })

  test('carries its fonts, as outlines and not as drawings', async () => {
    const source = Buffer.from(await printer.printCertificate(givenContent())).toString('latin1')

    expect(source).toMatch(/\/FontFile2? /u)
    expect(source).toMatch(/\/BaseFont \/[A-Z]{6}\+EBGaramond-Medium/u)
    expect(source).not.toMatch(/\/Type3\b/u)
    expect(source).not.toContain('OpenSans')
  })

  test.each(goldenNames)(
    'shows the name $learnerName, and weighs less than 75 kB, or 125 kB with Han characters',
    async ({ file, learnerName, language }) => {
      const pdf = await printer.printCertificate(givenContent({ learnerName, language }))
      const { pages, title, text, overlaps, lowestTextMm } = await readPdf(pdf)

      expect([pages, title.endsWith(`: Version Control with Git — ${learnerName}`)]).toEqual([
        1,
        true,
      ])
      if (!unextracted.has(file))
        expect([text.includes(withoutSpace(toDisplayText(learnerName))), overlaps]).toEqual([
          true,
          [],
        ])
      expect(lowestTextMm).toBeLessThan(190)
      expect(pdf.length).toBeLessThan(manyFonts.test(file) ? 125_000 : 75_000)
    },
  )

  test('is the same byte by byte, whatever was printed before and in whichever browser', async () => {
    const content = givenContent({
      learnerName: 'Anna 李 Müller محمد 👩‍🚀',
      language: 'ja',
      credential: 'header.payload.signature',
    })
    const other = createPdfPrinter(givenOptions())
    try {
      const first = await printer.printCertificate(content)
      await other.printCertificate(givenContent({ learnerName: 'さくら 👩‍🚀', language: 'ja' }))
      expect(Buffer.from(await other.printCertificate(content)).equals(Buffer.from(first))).toBe(
        true,
      )
      expect(Buffer.from(await printer.printCertificate(content)).equals(Buffer.from(first))).toBe(
        true,
      )
    } finally {
      await other.close()
    }
  })

  test('carries its credential as an attachment, without losing its tags', async () => {
    const pdf = await readPdf(
      await printer.printCertificate(givenContent({ credential: 'header.payload.signature' })),
    )

    expect(pdf.attachments).toEqual({ 'credential.jwt': 'header.payload.signature' })
    expect([pdf.tagged, pdf.language, pdf.outline.length]).toEqual([true, 'en', 3])
  })

  test.each([
    ['words', 'Wilhelmina '.repeat(11).slice(0, 120)],
    ['one unbroken run of wide letters', 'W'.repeat(120)],
  ])(
    'of 120 characters in name and title, %s, is complete and stays on its page',
    async (_, long) => {
      const pdf = await readPdf(
        await printer.printCertificate(
          givenContent({
            learnerName: long,
            courseTitle: `${long.slice(1)}!`,
            issuer: long.slice(0, 80),
          }),
        ),
      )

      expect(pdf.pages).toBe(1)
      expect(pdf.text).toContain(withoutSpace(long))
      expect(pdf.text).toContain(withoutSpace(`${long.slice(1)}!`))
      expect(pdf.lowestTextMm).toBeLessThan(190)
      expect(pdf.overlaps).toEqual([])
    },
  )

  test('that nobody could read at any size is refused rather than cut', async () => {
    await expect(
      printer.printCertificate(givenContent({ learnerName: 'W'.repeat(2_000) })),
    ).rejects.toThrow('too long for the page: name')
    expect((await readPdf(await printer.printCertificate(givenContent()))).text).toContain(
      'AdaLovelace',
    )
  })

  test('draws Han characters in the shapes of its language', async () => {
    const fontsOf = async (language: string) =>
      Buffer.from(
        await printer.printCertificate(
          givenContent({ learnerName: '直骨', language, verifyUrl: 'x' }),
        ),
      ).toString('latin1')

    expect(await fontsOf('ja')).toMatch(/\/BaseFont \/[A-Z]{6}\+NotoSerifJP/u)
    expect(await fontsOf('zh-TW')).toMatch(/\/BaseFont \/[A-Z]{6}\+NotoSerifTC/u)
    expect(await fontsOf('en')).toMatch(/\/BaseFont \/[A-Z]{6}\+SourceHanSerif/u)
  })

  test('never takes a word from a certificate that is printed at the same time', async () => {
    const names = Array.from(
      { length: 24 },
      (_, index) => `Learner${String.fromCodePoint(65 + index)}${'x'.repeat(index)}End`,
    )

    const pdfs = await Promise.all(
      names.map((learnerName) =>
        printer.printCertificate(givenContent({ learnerName, code: `${learnerName.length}-CODE` })),
      ),
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
