import { posix } from 'node:path'
import { findPictureFault, type OwnTemplate, pictureUrlOf } from './branding.ts'

/** Texts and drawings that a template must show. */
export const neededPlaceholders = ['name', 'course', 'date', 'code', 'qr'] as const

/** What may stand in `{{…}}`, each once. */
export const placeholders = [
  ...neededPlaceholders,
  ...['organisation', 'heading', 'beforeName', 'beforeCourse', 'courses', 'distinction'],
  ...['dateLabel', 'minutes', 'minutesLabel', 'grade', 'gradeLabel'],
  ...['issuer', 'issuerLabel', 'issueDate', 'issueDateLabel', 'validUntil', 'validUntilLabel'],
  ...['codeLabel', 'verifyLabel', 'url', 'line0', 'line1'],
  ...['signer0', 'signerTitle0', 'signer1', 'signerTitle1', 'signer2', 'signerTitle2'],
] as const

/** The largest template, with its pictures. */
export const maxTemplateBytes = 1_000_000
const maxStyleBytes = 100_000
/** Counts each place: one picture that is named often would fill the memory. */
const maxPictures = 20

const tags = new Set(
  (
    'div span p h1 h2 h3 h4 h5 h6 main section article header footer figure figcaption ' +
    'strong em b i small sup sub br hr img ul ol li table tbody tr td th'
  ).split(' '),
)
const attributes = new Set(
  ['class', 'lang', 'dir', 'alt', 'src'].concat('data-fit', 'data-lines', 'data-with'),
)

const known: ReadonlySet<string> = new Set(placeholders)
const drawn: ReadonlySet<string> = new Set(['qr', 'url'])

/** Reads in one way only: what a browser might read in another is refused. */
const tag = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+="[^"<>]*")*)\s*\/?>/gu
const attribute = /([a-z-]+)="([^"]*)"/gu
const placeholder = /\{\{(.*?)\}\}/gu
const pictureUrl = /^data:image\/(?:png|svg\+xml);base64,[\d+/=A-Za-z]+$/u
/** The largest and the smallest size in millimetres. */
const fit = /^(\d{1,2}(?:\.\d)?) (\d{1,2}(?:\.\d)?)$/u

/** Returns why a template cannot be used; undefined if its words are right. */
export function findTemplateFault({ html, css }: OwnTemplate): string | undefined {
  if (html.length + css.length > maxTemplateBytes)
    return `is larger than ${maxTemplateBytes / 1_000_000} MB`
  if (/[^\P{Cc}\s]/u.test(html + css)) return 'has a control character'
  return findTagFault(html) ?? findPlaceholderFault(html) ?? findStyleFault(css)
}

function findTagFault(html: string): string | undefined {
  for (const [written, , name = '', stated = ''] of html.matchAll(tag)) {
    if (!tags.has(name)) return `has <${name}>: allowed are ${[...tags].join(', ')}`
    for (const [, key = '', value = ''] of stated.matchAll(attribute)) {
      if (!attributes.has(key)) return `has ${key} in ${written.slice(0, 80)}`
      if (key === 'src' && !pictureUrl.test(value)) return `has a picture that is no file of it`
      if (key === 'data-fit' && !isFit(value))
        return `has data-fit="${value}": name the largest and the smallest size, such as "17 5"`
      if (key === 'data-lines' && !/^[1-9]$/u.test(value)) return `has data-lines="${value}"`
      if (key === 'data-with' && (!known.has(value) || drawn.has(value)))
        return `has data-with="${value}"`
    }
  }
  const [left] = /[<>].{0,40}/u.exec(html.replaceAll(tag, '')) ?? []
  return left && `has ${left}: comments, and attributes without quotes, are not read`
}

function isFit(value: string): boolean {
  const [, largest, smallest] = fit.exec(value) ?? []
  return Number(largest) >= Number(smallest) && Number(smallest) >= 1
}

function findPlaceholderFault(html: string): string | undefined {
  const named = Array.from(html.matchAll(placeholder), ([, name = '']) => name)
  for (const [index, name] of named.entries()) {
    if (!known.has(name)) return `has {{${name}}}: known are ${placeholders.join(', ')}`
    if (named.indexOf(name) !== index) return `has {{${name}}} twice`
  }
  const missing = neededPlaceholders.find((name) => !named.includes(name))
  if (missing !== undefined) return `lacks {{${missing}}}`
  const inTag = /<[^>]*\{\{/u.exec(html)
  return inTag === null ? undefined : 'has {{…}} within a tag'
}

function findStyleFault(css: string): string | undefined {
  if (css.length > maxStyleBytes) return `has more than ${maxStyleBytes / 1_000} kB of CSS`
  const [found] = /[<\\]|@|url\s*\(|image-set\s*\(|\battr\s*\(/iu.exec(css) ?? []
  return found === undefined ? undefined : `has ${found} in its CSS, which is not allowed`
}

/** Returns the files that a template is made of beside its HTML, with their paths. */
export function filesOfTemplate(path: string, html: string): string[] {
  const sources = sourcesIn(html).slice(0, maxPictures)
  return [cssOf(path), ...sources.map((source) => pathOf(path, source))]
}

/** Puts the files of a template together; says what is wrong with it, if anything is. */
export function assembleTemplate(
  path: string,
  html: string,
  files: ReadonlyMap<string, Buffer>,
): { template: OwnTemplate } | { fault: string } {
  const places = Array.from(html.matchAll(source)).length
  if (places > maxPictures) return { fault: `has ${places} pictures: at most ${maxPictures} fit` }
  const urls = new Map<string, string>()
  for (const source of sourcesIn(html)) {
    const bytes = files.get(pathOf(path, source))
    if (bytes === undefined) return { fault: `names the picture ${source}, which is not there` }
    const fault = findPictureFault(bytes)
    if (fault !== undefined) return { fault: `names the picture ${source}, which ${fault}` }
    urls.set(source, pictureUrlOf(bytes) ?? '')
  }
  const whole = html.replaceAll(source, (written, name: string) => {
    const url = urls.get(name)
    return url === undefined ? written : ` src="${url}"`
  })
  const template = { html: whole, css: files.get(cssOf(path))?.toString('utf8') ?? '' }
  const fault = findTemplateFault(template)
  return fault === undefined ? { template } : { fault }
}

const source = / src="([^"]*)"/gu

/** Leaves out the pictures that an export has put into the HTML. */
function sourcesIn(html: string): string[] {
  const all = Array.from(html.matchAll(source), ([, name = '']) => name)
  return [...new Set(all)].filter((name) => !name.startsWith('data:'))
}

function cssOf(path: string): string {
  return path.replace(/(?:\.html)?$/u, '.css')
}

function pathOf(template: string, source: string): string {
  return posix.join(posix.dirname(template), source)
}

export interface FittedPart {
  id: string
  largestMm: number
  smallestMm: number
  lines: number
}

/** Returns the HTML with an element for each placeholder, and the parts that are made to fit. */
export function readTemplate(
  html: string,
  elementOf: (name: string) => string,
): { body: string; fitted: FittedPart[] } {
  const fitted: FittedPart[] = []
  const marked = html.replaceAll(tag, (written: string, _: string, name: string, stated = '') => {
    const values = Object.fromEntries(
      Array.from(stated.matchAll(attribute), ([, key = '', value = '']) => [key, value]),
    )
    const [, largest, smallest] = fit.exec(values['data-fit'] ?? '') ?? []
    if (largest === undefined) return written
    const id = `fit${fitted.length}`
    fitted.push({
      id,
      largestMm: Number(largest),
      smallestMm: Number(smallest),
      lines: Number(values['data-lines'] ?? 1),
    })
    return written.replace(`<${name}`, `<${name} id="${id}"`)
  })
  return { body: marked.replaceAll(placeholder, (_, name: string) => elementOf(name)), fitted }
}
