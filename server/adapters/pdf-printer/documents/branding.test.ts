import { describe, expect, test } from 'vitest'
import { type Branding, defaultBranding } from '../../../../content/branding/branding.ts'
import { printerForAllTests } from '../../../test/printing.ts'
import { drawPdf, findBrowsers, findPageProcesses, givenContent, readPdf } from '../test-support.ts'

const { printer, isAvailable: available } = await printerForAllTests()

const colors = ['#a01010', '#10a010', '#1010a0', '#a0a010', '#10a0a0', '#a010a0']

function givenBranding(color: string): Branding {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20"><rect width="60" height="20" fill="${color}"/></svg>`
  return {
    ...defaultBranding,
    color: '#222222',
    logo: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
    signatures: [{ name: `Signed ${color}`, title: 'Dean' }],
  }
}

async function colorOfLogo(pdf: Uint8Array): Promise<string> {
  const { width, pixelsPerMm, data } = await drawPdf(pdf, { dotsPerInch: 50 })
  const at = 4 * (Math.round(33.5 * pixelsPerMm) * width + Math.round(148.5 * pixelsPerMm))
  return `#${Buffer.from(data.subarray(at, at + 3)).toString('hex')}`
}

/** Returns as much text as a course may state. */
const longest = (letter: string) => ({
  issuer: letter.repeat(100),
  branding: {
    ...defaultBranding,
    signatures: [1, 2, 3].map(() => ({ name: letter.repeat(100), title: letter.repeat(100) })),
    lines: [letter.repeat(160), letter.repeat(160)],
  },
})

test.skipIf(!available).each(['W', '漢'])(
  'the longest texts that a course may set fit on its certificates: %s',
  async (letter) => {
    const withoutSignatures = {
      ...longest(letter),
      branding: { ...longest(letter).branding, signatures: [] },
    }

    for (const content of [longest(letter), withoutSignatures]) {
      const { pages, overlaps } = await readPdf(
        await printer.printCertificate(givenContent(content)),
      )
      expect([pages, overlaps]).toEqual([1, []])
    }
  },
)

test.skipIf(!available).each([
  ['A4', 'landscape', 842, 595],
  ['A4', 'portrait', 595, 842],
  ['Letter', 'landscape', 792, 612],
  ['Letter', 'portrait', 612, 792],
] as const)('the longest texts fit on %s in %s', async (paper, orientation, width, height) => {
  const phrase = 'W'.repeat(100)
  const branding = {
    ...longest('W').branding,
    ...{ paper, orientation, heading: 'W'.repeat(60), beforeName: phrase, beforeCourse: phrase },
    ...{ distinction: phrase, distinctionFrom: 90 },
  }
  const courses = Array.from({ length: 30 }, (_, index) => `Course ${index} on foundations`)
  const content = { ...longest('W'), branding, grade: 9_000, courses, lastDay: '2028-11-21' }

  const pdf = await printer.printCertificate(givenContent(content))

  const { pages, overlaps } = await readPdf(pdf)
  expect([pages, overlaps]).toEqual([1, []])
  const { width: drawn, data } = await drawPdf(pdf, { dotsPerInch: 72 })
  expect([drawn, data.length / 4 / drawn]).toEqual([width, height])
})

describe.skipIf(!available)('certificates in many brandings', () => {
  const brandings = colors.map((color) => ({ color, branding: givenBranding(color) }))

  test('are each printed in their own, with pictures, and open no more pages than needed', async () => {
    const inTurn = [...brandings, ...brandings, ...brandings]

    const pdfs = await Promise.all(
      inTurn.map(({ branding }) => printer.printCertificate(givenContent({ branding }))),
    )

    const printed = await Promise.all(pdfs.map(colorOfLogo))
    expect(printed).toEqual(inTurn.map(({ color }) => color))
    // Allows one more for the empty page that every browser begins with. A browser still starting
    // when the other has printed all needs no page.
    const pages = findBrowsers().map((browser) => findPageProcesses(browser).length)
    expect([pages.length, Math.max(...pages)]).toEqual([2, 2])
  })
})
