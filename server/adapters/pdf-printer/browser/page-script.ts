import type { PrintedDocument } from '../documents/printed-document.ts'
import type { FittedText } from '../documents/template.ts'

// Declares the few parts of the DOM that these functions touch: the compiler has no DOM here,
// because the server has none.
interface PageElement {
  textContent: string
  className: string
  hidden: boolean
  clientWidth: number
  scrollWidth: number
  parentElement: PageElement
  dataset: { with?: string; cell?: string }
  content: { firstElementChild: PageElement }
  id: string
  style: {
    fontSize: string
    fontFamily: string
    fontFeatureSettings: string
    textWrap: string
    setProperty(name: string, value: string, priority?: 'important'): void
  }
  setAttribute(name: string, value: string): void
  querySelector(selector: string): PageElement
  querySelectorAll(selector: string): Iterable<PageElement>
  cloneNode(deep: boolean): PageElement
  replaceChildren(...children: PageElement[]): void
  replaceWith(other: PageElement): void
  getBoundingClientRect(): PageBox
  append(child: PageElement): void
}

interface PageBox {
  x: number
  y: number
  width: number
  height: number
}

interface PageDocument {
  body: PageElement
  getElementById(id: string): PageElement | null
}

declare const document: PageDocument & {
  title: string
  images: Iterable<PagePicture>
  documentElement: PageElement
  querySelectorAll(selector: string): Iterable<PageElement>
  adoptNode(element: PageElement): PageElement
  createElement(name: string): PageElement
  createRange(): { selectNodeContents(of: PageElement): void; getBoundingClientRect(): PageBox }
  fonts: Iterable<PageFontFace & { load(): Promise<unknown> }> & {
    add(face: PageFontFace): void
    delete(face: PageFontFace): void
  }
}

interface PagePicture {
  id: string
  complete: boolean
  naturalWidth: number
  naturalHeight: number
}
declare const OffscreenCanvas: new (
  width: number,
  height: number,
) => {
  getContext(kind: '2d'): {
    fillStyle: string
    fillRect(x: number, y: number, width: number, height: number): void
    drawImage(picture: PagePicture, x: number, y: number, width: number, height: number): void
    getImageData(
      x: number,
      y: number,
      width: number,
      height: number,
    ): { data: Iterable<number> & { length: number; [index: number]: number } }
  }
}

interface PageFontFace {
  family: string
  status: string
}
declare const FontFace: new (family: string, font: Uint8Array<ArrayBuffer>) => PageFontFace
declare const atob: (base64: string) => string

/** The content of a page. */
export interface Filling
  extends Pick<
    PrintedDocument,
    | 'documentTitle'
    | 'pageNote'
    | 'locale'
    | 'direction'
    | 'texts'
    | 'rows'
    | 'links'
    | 'alternatives'
    | 'drawings'
  > {
  /** TrueType fonts, in base64. */
  fonts: { name: string; base64: string }[]
  /** Names of fonts that are no longer needed. */
  droppedFonts: string[]
  bodyFamily: string
  fitted: readonly FittedText[]
  lineHeight: number
}

declare const DOMParser: new () => {
  parseFromString(html: string, type: 'text/html'): PageDocument
}

// Sent to the browser as source text: these functions may use their arguments and the page, nothing
// else of this file.

/** Starts loading every face, not only those that the text needs. Returns how many are ready. */
export function loadFaces(): number {
  const faces = [...document.fonts]
  for (const face of faces) {
    if (face.status === 'unloaded') void face.load()
  }
  return faces.filter((face) => face.status === 'loaded').length
}

/**
 * Puts a different template into the page, from its HTML without the fonts: these stay, as reading
 * them is most of the work of opening a page.
 */
export function changeTemplate(html: string): void {
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  const [before, after] = [document, parsed].map((one) => one.getElementById('template-style'))
  if (before == null || after == null) throw new Error('the template has no styles')
  before.replaceWith(document.adoptNode(after))
  document.body.replaceWith(document.adoptNode(parsed.body))
}

/** Counts the pictures in the page that are still loading. */
export function countLoadingPictures(): number {
  return [...document.images].filter(({ complete }) => !complete).length
}

/**
 * Draws every picture on white ground, and returns the ids of those that are invisible or that the
 * browser cannot read at all.
 */
export function findUnseenPictures(): string[] {
  const [width, height, visibleShare, visibleLuminance] = [400, 200, 0.001, 0.85]

  function isSeen(picture: PagePicture): boolean {
    if (picture.naturalWidth === 0 || picture.naturalHeight === 0) return false
    const canvas = new OffscreenCanvas(width, height).getContext('2d')
    canvas.fillStyle = '#fff'
    canvas.fillRect(0, 0, width, height)
    canvas.drawImage(picture, 0, 0, width, height)
    const { data } = canvas.getImageData(0, 0, width, height)
    let dark = 0
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]]
      if (0.2126 * red + 0.7152 * green + 0.0722 * blue < visibleLuminance * 255) dark += 1
    }
    return dark >= visibleShare * width * height
  }

  // A background, and what a school's own template shows, may be as pale as paper.
  function isRight(picture: PagePicture): boolean {
    const mayBePale = picture.id === 'background' || picture.id === ''
    return mayBePale ? picture.naturalWidth > 0 : isSeen(picture)
  }

  const wrong = [...document.images].filter((picture) => !isRight(picture))
  return wrong.map(({ id }) => (id === '' ? 'template' : id))
}

/** Returns the box of a part's text or drawing in CSS pixels; null if there is none. */
export function findBox(id: string): PageBox | null {
  const part = document.getElementById(id)
  if (part === null) return null
  const range = document.createRange()
  range.selectNodeContents(part)
  const { x, y, width, height } = (id === 'qr' ? part : range).getBoundingClientRect()
  return { x, y, width, height }
}

/** Hides a part, whatever the styles say, or gives it back to them. */
export function setHidden(id: string, isHidden: boolean): void {
  const visibility = isHidden ? 'hidden' : ''
  document.getElementById(id)?.style.setProperty('visibility', visibility, 'important')
}

/** Puts two pictures into the page, to be compared by `isDifferent`. */
export function addShots(urls: readonly string[]): void {
  for (const [index, url] of urls.entries()) {
    const shot = document.getElementById(`shot${index}`) ?? document.createElement('img')
    shot.id = `shot${index}`
    shot.setAttribute('src', url)
    document.body.append(shot)
  }
}

/** Whether the two pictures differ, by a contrast that can be read, in each of their fields. */
export function isDifferent({ across, down }: { across: number; down: number }): boolean {
  const leastContrast = 3

  function luminancesOf({ naturalWidth: width, naturalHeight: height }: PagePicture, id: string) {
    const canvas = new OffscreenCanvas(width, height).getContext('2d')
    canvas.fillStyle = '#fff'
    canvas.fillRect(0, 0, width, height)
    for (const shot of document.images)
      if (shot.id === id) canvas.drawImage(shot, 0, 0, width, height)
    const { data } = canvas.getImageData(0, 0, width, height)
    return Array.from({ length: width * height }, (_, index) => {
      const [red = 0, green = 0, blue = 0] = [0, 1, 2].map((channel) => {
        const share = (data[4 * index + channel] ?? 0) / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    })
  }

  const first = [...document.images].find(({ id }) => id === 'shot0')
  if (first === undefined) return false
  const columns = first.naturalWidth
  const grounds = luminancesOf(first, 'shot1')
  const fields = new Set<number>()
  for (const [index, ink] of luminancesOf(first, 'shot0').entries()) {
    const ground = grounds[index] ?? 0
    const contrast = (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05)
    if (contrast < leastContrast) continue
    const column = Math.floor(((index % columns) * across) / columns)
    fields.add(Math.floor((index * down) / grounds.length) * across + column)
  }
  return fields.size === across * down
}

/**
 * Puts the texts into the page and shrinks long ones until they fit. Text goes in as text, so that
 * markup in a name is printed as typed. Returns the ids of those that do not fit at any size.
 */
export function fillPage(filling: Filling): string[] {
  const pixelsPerMm = 96 / 25.4

  function element(id: string): PageElement {
    const found = document.getElementById(id)
    if (found === null) throw new Error(`the template has no element ${id}`)
    return found
  }

  // Turns off features by which the body font would take letters like ị apart and join them again,
  // so that PDF readers would find the pieces.
  function featuresOf(text: string): string {
    return /\p{M}/u.test(text) ? 'normal' : "'ccmp' 0"
  }

  function put(place: PageElement, runs: readonly { text: string; family: string }[]): void {
    const isPlain = runs.every(({ family }) => family === filling.bodyFamily)
    if (isPlain) {
      place.textContent = runs.map(({ text }) => text).join('')
      place.style.fontFeatureSettings = featuresOf(place.textContent)
      return
    }
    place.style.fontFeatureSettings = 'normal'
    const spans = runs.map(({ text, family }) => {
      const span = document.createElement('span')
      span.className = 'run'
      span.textContent = text
      span.style.fontFamily = `'${family}'`
      if (family === filling.bodyFamily) span.style.fontFeatureSettings = featuresOf(text)
      return span
    })
    place.replaceChildren(...spans)
  }

  for (const face of [...document.fonts]) {
    if (filling.droppedFonts.includes(face.family)) document.fonts.delete(face)
  }
  for (const { name, base64 } of filling.fonts) {
    const face = new FontFace(
      name,
      Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)),
    )
    if (face.status !== 'loaded') throw new Error(`the font ${name} cannot be used`)
    document.fonts.add(face)
  }

  document.title = filling.documentTitle
  document.documentElement.setAttribute('lang', filling.locale)
  document.documentElement.setAttribute('dir', filling.direction)
  document.documentElement.style.setProperty('--page-note', JSON.stringify(filling.pageNote))
  // Not every template has each list, each link and each picture.
  for (const [id, count] of Object.entries(filling.rows)) {
    if (document.getElementById(id) === null) continue
    const model = element(`${id}Row`).content.firstElementChild
    const rows = Array.from({ length: count }, (_, index) => {
      const row = model.cloneNode(true)
      for (const cell of row.querySelectorAll('[data-cell]'))
        cell.id = `${id}.${index}.${cell.dataset.cell}`
      return row
    })
    element(id).replaceChildren(...rows)
  }
  for (const place of document.querySelectorAll('[data-text]'))
    put(place, filling.texts[place.id] ?? [])
  for (const part of document.querySelectorAll('[data-with]'))
    part.hidden = filling.texts[part.dataset.with ?? ''] === undefined

  for (const [id, url] of Object.entries(filling.links ?? {}))
    document.getElementById(id)?.setAttribute('href', url)
  for (const [id, text] of Object.entries(filling.alternatives ?? {}))
    document.getElementById(id)?.setAttribute('alt', text)
  for (const [id, { viewBox, path, label }] of Object.entries(filling.drawings)) {
    element(id).setAttribute('viewBox', viewBox)
    element(id).setAttribute('aria-label', label)
    element(id).querySelector('path').setAttribute('d', path)
  }

  // Tries all texts size by size: the page is laid out once for each round, not for each text.
  let pending = [...filling.fitted]
  for (let round = 0; pending.some(({ steps }) => round < steps.length); round += 1) {
    const tried = pending.flatMap(({ id, steps }) => {
      const step = steps[round]
      return step === undefined ? [] : [{ id, text: element(id), ...step }]
    })
    for (const { text, sizeMm, lines } of tried) {
      text.style.fontSize = `${sizeMm}mm`
      // Balances lines only if there are several: asking for that costs a millisecond.
      text.style.textWrap = lines > 1 ? 'balance' : 'wrap'
    }
    const fits = tried.filter(({ text, sizeMm, lines }) => {
      const linesUsed = Math.round(
        text.getBoundingClientRect().height / (sizeMm * filling.lineHeight * pixelsPerMm),
      )
      return linesUsed <= lines && text.scrollWidth <= text.clientWidth
    })
    const fitting = new Set(fits.map(({ id }) => id))
    pending = pending.filter(({ id }) => !fitting.has(id))
  }
  return pending.map(({ id }) => id)
}
