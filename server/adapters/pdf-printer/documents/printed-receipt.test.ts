import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { defaultBranding } from '../../../../content/branding/branding.ts'
import { printerForAllTests } from '../../../test/printing.ts'
import { isValid } from '../pdf/test-support.ts'
import { createPdfPrinter, openPdfSigner } from '../pdf-printer.ts'
import {
  drawPdf,
  givenContent,
  givenOptions,
  givenReceipt,
  quiet,
  readPdf,
  withoutSpace,
} from '../test-support.ts'

const { printer, isAvailable: available } = await printerForAllTests()

/** Reads all pages in order. */
async function readPages(pdf: Uint8Array) {
  const first = await readPdf(pdf)
  const others = Array.from({ length: first.pages - 1 }, (_, index) => readPdf(pdf, index + 2))
  return [first, ...(await Promise.all(others))]
}

describe.skipIf(!available)('a receipt', () => {
  test('says who paid how much to whom, for what and when, and under which number', async () => {
    const { text, overlaps } = await readPdf(
      await printer.printReceipt(givenReceipt({ prices: [2900, 1_000_000], refunded: 900 })),
    )

    const parts = [
      'Lyceum Receipt',
      'Sold by Lyceum 1 Academy Road, Athens VAT EL 123456789',
      'Bought by Ada Lovelace ada@example.com',
      'Receipt number 2026-000042 Paid on November 21, 2026',
      'Course Paid Course number 1 $29.00 Course number 2 $10,000.00',
      'Total paid (USD) $10,029.00 Refunded -$9.00 Net paid $10,020.00',
      'Transaction 019a9c40-12d3-7f6b-9e84-5c1a7b3d8f04',
      '1 / 1 Receipt 2026-000042',
    ]
    for (const part of parts) expect(text).toContain(withoutSpace(part))
    expect(text).not.toMatch(/discount/iu)
    expect(overlaps).toEqual([])
  })

  test('in German writes amounts and dates as Germans do, with the discount of each line', async () => {
    const content = givenReceipt({
      prices: [2900, 123_456],
      discounts: [0, 3456],
      currency: 'EUR',
      language: 'de',
    })

    const { text, language, title } = await readPdf(await printer.printReceipt(content))

    expect([language, title]).toEqual(['de', 'Quittung 2026-000042 — Lyceum'])
    const parts = [
      'Bezahlt am 21. November 2026',
      'Kurs Preis Rabatt Bezahlt Course number 1 29,00 € 29,00 € Course number 2 1.234,56 € -34,56 € 1.200,00 €',
      'Vor Rabatt 1.263,56 € Rabatt -34,56 € Bezahlt insgesamt (EUR) 1.229,00 €',
    ]
    for (const part of parts) expect(text).toContain(withoutSpace(part))
  })

  test.each([
    ['en', 'Total paid (EUR) €29.00 Includes VAT (8.25%) €2.21 Refunded -€9.00'],
    ['de', 'Bezahlt insgesamt (EUR) 29,00 € Darin enthalten VAT (8,25 %) 2,21 € Seither erstattet'],
  ] as const)('names the tax below the total, in %s', async (language, shown) => {
    const tax = { name: 'VAT', percent: 8.25, amount: { amount: 221, currency: 'EUR' } }
    const content = givenReceipt({ currency: 'EUR', refunded: 900, language, tax })

    const { text, overlaps } = await readPdf(await printer.printReceipt(content))

    expect(text).toContain(withoutSpace(shown))
    expect(overlaps).toEqual([])
  })

  test.each([
    ['JPY', 500_000, '¥500,000'],
    ['KWD', 12_345, 'KWD 12.345'],
    ['HUF', 500_000, 'HUF 5,000.00'],
    ['KWD', 2_147_483_647, 'KWD 2,147,483.647'],
  ])(
    'writes %s with the decimals of ISO 4217, on one line: %i is %s',
    async (currency, amount, shown) => {
      const content = givenReceipt({
        prices: [amount, 0],
        discounts: [Math.floor(amount / 2), 0],
        currency,
      })

      const { text, overlaps } = await readPdf(await printer.printReceipt(content))

      expect(text).toContain(withoutSpace(`Course number 1 ${shown}`))
      expect(overlaps).toEqual([])
    },
  )

  test('is tagged A4 portrait, with title, author, language and outline', async () => {
    const pdf = await readPdf(await printer.printReceipt(givenReceipt()))

    expect([Math.round(pdf.widthMm), Math.round(pdf.heightMm), pdf.pages]).toEqual([210, 297, 1])
    expect([pdf.tagged, pdf.language, pdf.title, pdf.author]).toEqual([
      true,
      'en',
      'Receipt 2026-000042 — Lyceum',
      'Lyceum',
    ])
    expect(pdf.outline).toEqual(['Receipt'])
  })

  test('takes as many pages as it needs, each with head and number, and no line is lost or torn', async () => {
    const prices = Array.from({ length: 100 }, (_, index) => 1_000 + index)
    const content = givenReceipt({ prices })
    const lines = content.lines.map((line, index) => ({
      ...line,
      title: `${'Long title '.repeat(25)}number ${index + 1}.`,
    }))

    const pages = await readPages(await printer.printReceipt({ ...content, lines }))

    // Needs more than eight, because then browsers write the tree of pages in another way.
    expect(pages.length).toBeGreaterThan(8)
    for (const [index, { text, overlaps, lowestTextMm }] of pages.entries()) {
      expect(text).toContain(`${index + 1}/${pages.length}Receipt2026-000042`)
      if (index > 0)
        expect(text).toMatch(
          /^\d+\/\d+Receipt2026-000042(?:CoursePaidLongtitle|CoursePaid$|Totalpaid|Transaction)/u,
        )
      expect(text.match(/Longtitle(?=number)/gu)).toHaveLength(
        text.match(/number\d+\.\$/gu)?.length ?? 0,
      )
      expect([overlaps, lowestTextMm < 287]).toEqual([[], true])
    }
    const whole = pages.map(({ text }) => text).join('')
    expect([...whole.matchAll(/number(\d+)\.\$/gu)].map(([, number]) => Number(number))).toEqual(
      prices.map((_, index) => index + 1),
    )
    expect(pages.at(-1)?.text).toContain('Totalpaid(USD)$1,049.50')
  })

  test('for an erased account names nobody', async () => {
    const { text } = await readPdf(await printer.printReceipt(givenReceipt({ buyer: null })))

    expect(text).not.toMatch(/Boughtby|Ada|@/u)
    expect(text).toContain('Totalpaid(USD)$29.00')
  })

  test.each([
    ['right to left', 'مريم عبد الرحمن الشيخ', undefined],
    ['in Japanese', '渡邉 さくら 骨直', '渡邉さくら骨直'],
    ['of 120 wide letters without a space', 'W'.repeat(120), 'W'.repeat(120)],
    [
      'with markup',
      '<img src=x onerror=alert(1)> & {{name}}',
      '<imgsrc=xonerror=alert(1)>&{{name}}',
    ],
    ['that would turn the line', 'Ada\u202Eecalevol', 'Adaecalevol'],
    ['in a script without a font', '𓀀𓀁', '[U+13000][U+13001]'],
  ])('shows a name and a title %s', async (_, name, printed) => {
    const content = givenReceipt({ buyer: { name, email: 'ada@example.com' } })

    const pdf = await printer.printReceipt({
      ...content,
      lines: content.lines.map((line) => ({ ...line, title: name })),
    })

    const { text, overlaps, pages } = await readPdf(pdf)
    if (printed !== undefined) expect(text.split(printed)).toHaveLength(3)
    expect([overlaps.filter((overlap) => /[\d@]/u.test(overlap)), pages]).toEqual([[], 1])
  })

  test('has the logo at its head, and still names the organisation as the seller', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20"><rect width="60" height="20" fill="#123456"/></svg>'
    const logo = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
    const branded = createPdfPrinter(givenOptions({ branding: { ...defaultBranding, logo } }))
    try {
      const pdf = await branded.printReceipt(givenReceipt())

      const { width, pixelsPerMm, data } = await drawPdf(pdf, { dotsPerInch: 50 })
      const inLogo = 4 * (Math.round(30 * pixelsPerMm) * width + Math.round(40 * pixelsPerMm))
      expect([...data.subarray(inLogo, inLogo + 3)]).toEqual([0x12, 0x34, 0x56])
      expect((await readPdf(pdf)).text).toContain('SoldbyLyceum')
    } finally {
      await branded.close()
    }
  })

  test('has the same texts and no foreign word, whatever was printed before', async () => {
    const [small, large] = [
      givenReceipt({ buyer: null, prices: [100] }),
      givenReceipt({ prices: [100, 200, 300], discounts: [10], refunded: 50 }),
    ]
    const certificate = givenContent()
    const print = async () => [
      await printer.printReceipt(large),
      await printer.printCertificate(certificate),
      await printer.printReceipt(small),
      await printer.printReceipt(
        givenReceipt({ buyer: { name: '欧阳晓骨', email: 'x@example.com' } }),
      ),
    ]
    // Compares texts: receipts are not stored, and browsers number table headers themselves.
    const textsOf = (pdfs: Uint8Array[]) =>
      Promise.all(pdfs.map(async (pdf) => (await readPdf(pdf)).text))

    const first = await print()
    expect(await textsOf(await print())).toEqual(await textsOf(first))

    const { text } = await readPdf(first[2] ?? new Uint8Array())
    expect(text).not.toMatch(/Ada|Coursenumber2|Discount|Refunded/u)
  })

  test('is signed like a certificate, even when it has several pages', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lyceum-receipt-'))
    const signer = openPdfSigner({
      file: join(folder, 'certificates.pem'),
      makeFor: 'Lyceum',
      log: quiet,
    })
    const signing = createPdfPrinter(givenOptions({ signer }))
    try {
      const pdf = await signing.printReceipt(
        givenReceipt({ prices: Array.from({ length: 90 }, () => 100) }),
      )

      const pages = await readPages(pdf)
      expect([pages.length > 2, pages.every(({ tagged }) => tagged), await isValid(pdf)]).toEqual([
        true,
        true,
        true,
      ])
    } finally {
      await signing.close()
      await rm(folder, { recursive: true })
    }
  })
})
