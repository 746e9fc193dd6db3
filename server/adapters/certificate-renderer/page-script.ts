import type { PrintedCertificate, PrintedTexts } from './printed-certificate.ts'
import type { FittedText } from './template.ts'

// The few parts of the DOM that these functions touch: the compiler has no DOM here, because the server has none.
interface PageElement {
  textContent: string
  clientWidth: number
  scrollWidth: number
  style: { fontSize: string; fontFeatureSettings: string }
  setAttribute(name: string, value: string): void
  getBoundingClientRect(): { height: number }
}

declare const document: {
  title: string
  documentElement: PageElement
  getElementById(id: string): PageElement | null
  fonts: Iterable<{ status: string; load(): Promise<unknown> }>
}

// These functions are sent to the browser as source text: they may use their arguments and the page, nothing else of this file.

/** Starts loading every face, not only those the present text needs, and says how many of them are ready. */
export function loadFaces(): number {
  const faces = [...document.fonts]
  for (const face of faces) {
    if (face.status === 'unloaded') void face.load()
  }
  return faces.filter((face) => face.status === 'loaded').length
}

/**
 * Puts the texts into the page and shrinks the long ones until they fit. Text goes in as text, so that markup in a name is
 * printed as it was typed. Returns the ids of those that do not fit at any size.
 */
export function fillPage(printed: PrintedCertificate, fitted: readonly FittedText[], lineHeight: number): string[] {
  const pixelsPerMm = 96 / 25.4

  function element(id: string): PageElement {
    const found = document.getElementById(id)
    if (found === null) throw new Error(`the template has no element ${id}`)
    return found
  }

  document.title = printed.documentTitle
  document.documentElement.setAttribute('lang', printed.locale)
  for (const id of Object.keys(printed.texts) as (keyof PrintedTexts)[]) {
    element(id).textContent = printed.texts[id]
    // The font would take letters like ị apart and put them together again, and readers of the PDF would find the pieces.
    element(id).style.fontFeatureSettings = /\p{M}/u.test(printed.texts[id]) ? 'normal' : "'ccmp' 0"
  }

  element('qr').setAttribute('viewBox', printed.qrCode.viewBox)
  element('qr').setAttribute('aria-label', printed.qrLabel)
  element('qrPath').setAttribute('d', printed.qrCode.path)

  return fitted
    .filter(({ id, steps }) => {
      const text = element(id)
      return !steps.some(({ sizeMm, lines }) => {
        text.style.fontSize = `${sizeMm}mm`
        const linesUsed = Math.round(text.getBoundingClientRect().height / (sizeMm * lineHeight * pixelsPerMm))
        return linesUsed <= lines && text.scrollWidth <= text.clientWidth
      })
    })
    .map(({ id }) => id)
}
