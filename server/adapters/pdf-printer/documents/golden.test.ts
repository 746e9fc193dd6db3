import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import { afterAll, describe, expect, test } from 'vitest'
import { createPdfPrinter } from '../pdf-printer.ts'
import { goldenNames } from '../test/golden-names.ts'
import { drawPdf, givenContent, givenOptions, requireBrowser } from '../test-support.ts'

// Compares with pictures approved by eye. After a change that is meant to show: UPDATE_GOLDEN=true
// npx vitest run golden, and look.
const isUpdate = process.env.UPDATE_GOLDEN === 'true'
const folder = fileURLToPath(new URL('golden', import.meta.url))

/** The area that differs between certificates, and the whole page, in millimeters. */
const middle = { left: 22, top: 22, width: 253, height: 118 }
const page = { left: 0, top: 0, width: 297, height: 209.5 }

const printer = createPdfPrinter(givenOptions())
const isPinned =
  (await requireBrowser(printer)) &&
  (await printer.status()).browser?.source === '@sparticuz/chromium'
if (!isPinned)
  console.warn(
    'SKIPPED: the golden pictures are of the browser that comes with the packages (Linux x64), which is not in use here.',
  )
afterAll(() => printer.close())

describe.skipIf(!isPinned)(
  'a certificate looks the way it did when its picture was approved',
  () => {
    test.each([
      ...goldenNames.map((name) => ({ ...name, part: middle })),
      { file: 'page', learnerName: 'Ada Lovelace', language: 'en', part: page },
    ])('$file: $learnerName', async ({ file, learnerName, language, part }) => {
      const { width, pixelsPerMm, data } = await drawPdf(
        await printer.printCertificate(givenContent({ learnerName, language })),
        { dotsPerInch: 55 },
      )
      const drawn = cutGrey(
        { width, data, left: part.left * pixelsPerMm, top: part.top * pixelsPerMm },
        part.width * pixelsPerMm,
        part.height * pixelsPerMm,
      )
      const path = `${folder}/${file}.png`
      if (isUpdate) {
        await mkdir(folder, { recursive: true })
        await writeFile(path, PNG.sync.write(drawn, { colorType: 0, inputColorType: 6 }))
      }

      const golden = PNG.sync.read(await readFile(path))
      expect([drawn.width, drawn.height]).toEqual([golden.width, golden.height])
      const different = pixelmatch(golden.data, drawn.data, undefined, drawn.width, drawn.height, {
        threshold: 0.15,
      })

      expect(different).toBeLessThan(drawn.width * drawn.height * 0.0005)
    })
  },
)

interface Corner {
  width: number
  data: Uint8ClampedArray
  left: number
  top: number
}

function cutGrey({ width, data, left, top }: Corner, cutWidth: number, cutHeight: number): PNG {
  const cut = new PNG({ width: Math.floor(cutWidth), height: Math.floor(cutHeight) })
  for (let y = 0; y < cut.height; y += 1) {
    for (let x = 0; x < cut.width; x += 1) {
      const from = 4 * ((y + Math.floor(top)) * width + x + Math.floor(left))
      const [red = 0, green = 0, blue = 0] = data.subarray(from, from + 3)
      // Keeps sixteen shades, enough to see letters by, and half the size.
      const grey = Math.round((0.3 * red + 0.59 * green + 0.11 * blue) / 17) * 17
      cut.data.set([grey, grey, grey, 255], 4 * (y * cut.width + x))
    }
  }
  return cut
}
