import { getDocumentProxy } from 'unpdf'

const mostPages = 50

/**
 * Draws the first pages of a PDF. Browsers show none inside a page whose policy allows no frames of
 * files, and phones show none at all.
 */
export async function drawPdf(
  bytes: ArrayBuffer,
  into: HTMLElement,
  signal: AbortSignal,
): Promise<void> {
  // Reads a copy: it takes the bytes with it.
  const file = await getDocumentProxy(new Uint8Array(bytes.slice(0))).catch(() => undefined)
  if (file === undefined) return
  into.replaceChildren()
  for (let number = 1; number <= Math.min(file.numPages, mostPages); number += 1) {
    if (signal.aborted) return
    const page = await file.getPage(number)
    const viewport = page.getViewport({ scale: 1.5 })
    const canvas = document.createElement('canvas')
    canvas.width = viewport.width
    canvas.height = viewport.height
    canvas.className = 'w-full bg-white'
    await page.render({ canvas, viewport }).promise
    if (!signal.aborted) into.append(canvas)
  }
}
