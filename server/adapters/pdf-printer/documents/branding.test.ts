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
