import { getDocumentProxy } from 'unpdf'

const mostPages = 50

/**
 * Draws the first pages of a PDF. Browsers show none inside a page whose policy allows no frames of
 * files, and phones show none at all.
 */
export async function drawPdf(bytes: ArrayBuffer): Promise<HTMLCanvasElement[]> {
  const file = await getDocumentProxy(new Uint8Array(bytes))
  const drawn: HTMLCanvasElement[] = []
  for (let number = 1; number <= Math.min(file.numPages, mostPages); number += 1) {
    const page = await file.getPage(number)
    const viewport = page.getViewport({ scale: 1.5 })
    const { width, height } = viewport
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width, height, className: 'w-full bg-white' })
    await page.render({ canvas, viewport }).promise
    drawn.push(canvas)
  }
  return drawn
}
