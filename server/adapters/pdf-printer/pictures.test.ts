import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { defaultBranding } from '../../../content/branding/branding.ts'
import { printerForAllTests } from '../../test/printing.ts'
import { givenContent } from './test-support.ts'

const { printer, isAvailable: available } = await printerForAllTests()

function read(picture: Uint8Array) {
  return PNG.sync.read(Buffer.from(picture))
}

function pixelOf({ width, data }: PNG, left: number, top: number): number[] {
  return [...data.subarray((top * width + left) * 4, (top * width + left) * 4 + 4)]
}

function countOf({ data }: PNG, [red, green, blue]: readonly [number, number, number]): number {
  let found = 0
  for (let at = 0; at < data.length; at += 4)
    if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) found += 1
  return found
}

describe.skipIf(!available)('a picture', () => {
  test('of a certificate shows the whole page, and what it shows depends on its texts', async () => {
    const ada = await printer.drawCertificate(givenContent())
    const grace = await printer.drawCertificate(givenContent({ learnerName: 'Grace Hopper' }))

    const { width, height } = read(ada)
    expect([width, height]).toEqual([1200, 848])
    expect(pixelOf(read(ada), 0, 0)).toEqual([255, 255, 255, 255])
    expect(Buffer.from(ada).equals(Buffer.from(grace))).toBe(false)
    expect(ada.length).toBeLessThan(600_000)
  })

  test('of a badge is round, in the colors of the branding, whatever the length of its title', async () => {
    const branding = { ...defaultBranding, color: '#7b1e3a' }
    for (const courseTitle of ['Git', 'Ein sehr langer Titel '.repeat(12).trim(), '数学入門']) {
      const badge = read(
        await printer.drawBadge({ courseTitle, issuer: 'Lyceum', language: 'en', branding }),
      )

      expect([badge.width, badge.height]).toEqual([600, 600])
      expect(pixelOf(badge, 2, 2)[3]).toBe(0)
      expect(countOf(badge, [0x7b, 0x1e, 0x3a])).toBeGreaterThan(10_000)
    }
  })

  test('takes nothing from a print before it, nor gives anything to the next', async () => {
    const content = givenContent()
    const before = await printer.printCertificate(content)
    const picture = await printer.drawCertificate(content)
    await printer.drawBadge({ courseTitle: 'Git', issuer: 'Lyceum', language: 'en' })

    expect(Buffer.from(await printer.drawCertificate(content)).equals(Buffer.from(picture))).toBe(
      true,
    )
    expect(Buffer.from(await printer.printCertificate(content)).equals(Buffer.from(before))).toBe(
      true,
    )
  })
})
