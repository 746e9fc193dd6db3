import { inflateSync } from 'node:zlib'
import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
} from '@pdfme/pdf-lib'

/** Finds letters whose glyphs say less than the text: joined, reordered, or written to the left. */
const joined =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}]/u

/**
 * Gives tags the text that their glyphs show, for Arabic, Hebrew, Indic and Thai, of which the
 * browser says each cluster alone and in the order drawn. A tag is known by its letters.
 */
export function addActualTexts(pdf: PDFDocument, texts: readonly string[]): void {
  const known = new Map(texts.filter((text) => joined.test(text)).map((it) => [lettersOf(it), it]))
  const root = pdf.catalog.lookupMaybe(PDFName.of('StructTreeRoot'), PDFDict)
  if (known.size === 0 || root === undefined) return
  const pages = new Map(pdf.getPages().map(({ ref, node }) => [ref, drawnTexts(node)]))
  const first = pdf.getPage(0).ref
  let latest = ''

  /** Returns what is drawn below a tag, or below one part of it. */
  function describe(part: PDFObject | undefined, page = first): string {
    const found = pdf.context.lookup(part)
    if (found instanceof PDFNumber) return pages.get(page)?.get(found.asNumber()) ?? ''
    if (found instanceof PDFArray)
      return found
        .asArray()
        .map((it) => describe(it, page))
        .join('')
    if (!(found instanceof PDFDict)) return ''
    const own = found.get(PDFName.of('Pg'))
    const at = [...pages.keys()].find((ref) => ref === own) ?? page
    const id = found.get(PDFName.of('MCID'))
    if (id !== undefined) return describe(id, at)
    const drawn = describe(found.get(PDFName.of('K')), at)
    const text = known.get(lettersOf(drawn))
    // Leaves out a tag around nothing but one that has it.
    if (text !== undefined && drawn !== latest) {
      found.set(PDFName.of('ActualText'), PDFHexString.fromText(text))
      latest = drawn
    }
    return drawn
  }
  describe(root.get(PDFName.of('K')))
}

/** Makes texts comparable whatever the order and the form in which their letters are drawn. */
function lettersOf(text: string): string {
  const letters = text.normalize('NFKC').replace(/[\s\p{Default_Ignorable_Code_Point}]/gu, '')
  return [...letters].sort().join('')
}

/** Reads the page's texts by the number of their marked content, in the browser's form. */
function drawnTexts(node: ReturnType<PDFDocument['getPage']>['node']): Map<number, string> {
  const texts = new Map<number, string>()
  const fonts = node.Resources()?.lookupMaybe(PDFName.of('Font'), PDFDict)
  const tables = new Map<string, Map<string, string>>()
  let id = -1
  let table = new Map<string, string>()
  let isReplaced = false
  for (const line of textOf(node.Contents()).split('\n')) {
    const [, next] = /\/MCID (\d+)/u.exec(line) ?? []
    const [, font] = /^\/(F\d+) \S+ Tf$/u.exec(line) ?? []
    const [, replaced] = /\/ActualText <feff([\da-f]*)>/iu.exec(line) ?? []
    if (next !== undefined) id = Number(next)
    if (font !== undefined) {
      const found = fonts?.lookupMaybe(PDFName.of(font), PDFDict)?.lookup(PDFName.of('ToUnicode'))
      table = tables.get(font) ?? tableOf(textOf(found))
      tables.set(font, table)
    }
    const glyphs = isReplaced ? [] : (/<([\da-f]+)> Tj/iu.exec(line)?.[1]?.match(/.{4}/gu) ?? [])
    const drawn =
      replaced === undefined
        ? glyphs.map((glyph) => table.get(glyph.toUpperCase()) ?? '')
        : [utf16(replaced)]
    if (replaced !== undefined) isReplaced = true
    if (line === 'EMC') isReplaced = false
    texts.set(id, (texts.get(id) ?? '') + drawn.join(''))
  }
  return texts
}

/** Reads which characters the glyphs of a font stand for. */
function tableOf(map: string): Map<string, string> {
  const table = new Map<string, string>()
  for (const [, first = '', last = '', text = ''] of map.matchAll(
    /^<([\da-f]{4})>(?: <([\da-f]{4})>)? <([\da-f]+)>$/gimu,
  )) {
    const from = Number.parseInt(first, 16)
    const to = Number.parseInt(last === '' ? first : last, 16)
    const start = Number.parseInt(text, 16)
    for (let at = from; at <= to; at++)
      table.set(
        at.toString(16).toUpperCase().padStart(4, '0'),
        at === from ? utf16(text) : String.fromCodePoint(start + at - from),
      )
  }
  return table
}

function textOf(stream: unknown): string {
  return stream instanceof PDFRawStream ? inflateSync(stream.contents).toString('latin1') : ''
}

function utf16(hex: string): string {
  return Buffer.from(hex, 'hex').swap16().toString('utf16le')
}
