import { contrastOf, readableContrast } from './contrast.ts'

export const papers = ['A4', 'Letter'] as const
export const orientations = ['landscape', 'portrait'] as const

/** A certificate of a school's own making. */
export interface OwnTemplate {
  /** The content of the page's body, with pictures as `data:` URLs. */
  html: string
  css: string
}

/** What an organization may change of its certificates; absent is as Lyceum has it. */
export interface Design {
  /** Replaces "Certificate", such as "Diploma", in every language. */
  heading?: string | undefined
  /** Phrase above the name. */
  beforeName?: string | undefined
  /** Phrase above the title. */
  beforeCourse?: string | undefined
  /** Printed below the title where the printed grade is at least `distinctionFrom`. */
  distinction?: string | undefined
  /** Percent. */
  distinctionFrom?: number | undefined
  paper?: (typeof papers)[number] | undefined
  orientation?: (typeof orientations)[number] | undefined
  /** A `data:` URL, or false for none. */
  seal?: string | false | undefined
  /** Covers the whole page in place of the frame: a `data:` URL, or false for the frame. */
  background?: string | false | undefined
  /** Replaces the whole page; false for the usual one. */
  template?: OwnTemplate | false | undefined
}

/** In the order of storage: newer ones come last, so that stored brandings keep their hash. */
const designNames = [
  'heading',
  'beforeName',
  'beforeCourse',
  'distinction',
  'distinctionFrom',
  'paper',
  'orientation',
  'seal',
  'background',
  'template',
] as const satisfies (keyof Design)[]

/** Picks what is stated of the design, always in the same order. */
export function designOf(stated: Design): Design {
  const entries = designNames.map((name) => [name, stated[name]] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** The design that an organization gives its certificates and receipts. */
export interface Branding extends Design {
  /**
   * Shown instead of the issuer's name at the head: a PNG or SVG as a `data:` URL, shown as a
   * picture, so that nothing in it can run or load anything.
   */
  logo?: string | undefined
  /** Color of text and frame, #rrggbb. */
  color: string
  /** Color of ornaments and seal, #rrggbb. */
  accent: string
  /** Three at most. */
  signatures: readonly Signature[]
  /** Small print at the foot, such as an accreditation: at most two lines. */
  lines: readonly string[]
}

export interface Signature {
  name: string
  title: string
  /** The handwritten signature: a PNG or SVG as a `data:` URL. */
  image?: string | undefined
}

export const maxSignatures = 3
export const maxLines = 2

export function isColor(text: string): boolean {
  return /^#[\da-f]{6}$/iu.test(text)
}

export const defaultBranding: Branding = {
  color: '#1a2b45',
  accent: '#a4823f',
  signatures: [],
  lines: [],
}

export function hasPictures(branding: Branding): boolean {
  const { logo, signatures, seal, background, template } = branding
  if (template) return true
  return [logo, seal, background, ...signatures.map(({ image }) => image)].some(
    (picture) => typeof picture === 'string',
  )
}

/** Tells whether a school's own page or background could hide what a certificate has to show. */
export function mayHideParts({ template, background }: Branding): boolean {
  return Boolean(template || background)
}

/** Drops all pictures, and a template: what remains is sure to print. */
export function withoutPictures(branding: Branding): Branding {
  const { color, accent, signatures, lines, seal, ...design } = branding
  return {
    color,
    accent,
    signatures: signatures.map(({ name, title }) => ({ name, title })),
    lines,
    ...designOf({
      ...{ ...design, background: undefined, template: undefined },
      ...(seal === false && { seal }),
    }),
  }
}

export const maxPictureBytes = 500_000

/** Ends each comment at its first end mark: otherwise matching several could take forever. */
const beginOfSvg =
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*|<!DOCTYPE[^>]*>\s*)*<svg[\s>]/u

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Enough for a logo across the page at 600 dots per inch; decoded, four bytes each. */
export const maxPicturePixels = 16_000_000

/** Returns why the bytes cannot be a picture on a certificate; undefined if they can. */
export function findPictureFault(bytes: Buffer): string | undefined {
  if (bytes.length > maxPictureBytes) return `is larger than ${maxPictureBytes / 1000} kB`
  if (pictureUrlOf(bytes) === undefined) return 'is neither a PNG nor an SVG'
  const pixels = pixelsOf(bytes)
  if (pixels > maxPicturePixels)
    return `has ${pixels} pixels: at most ${maxPicturePixels} are allowed`
  return undefined
}

/** Returns the number of pixels that a PNG announces; 0 for an SVG, which announces none. */
function pixelsOf(bytes: Buffer): number {
  const isPng = bytes.subarray(0, 8).equals(pngSignature) && bytes.length >= 24
  return isPng ? bytes.readUInt32BE(16) * bytes.readUInt32BE(20) : 0
}

/** WCAG's least contrasts on white: for small text, and for ornaments that need not be read. */
const leastContrast = { text: readableContrast, ornament: 2 }

/** Whether a #rrggbb is dark enough for its purpose on white paper. */
export function isVisible(color: string, purpose: keyof typeof leastContrast): boolean {
  return contrastOf(color, '#ffffff') >= leastContrast[purpose]
}

export const paleWords = 'is too pale to be seen on white paper: choose a darker color'

/** Returns the `data:` URL of a PNG or SVG; undefined for bytes that are neither. */
export function pictureUrlOf(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 8).equals(pngSignature))
    return `data:image/png;base64,${bytes.toString('base64')}`
  if (beginOfSvg.test(bytes.toString('utf8')))
    return `data:image/svg+xml;base64,${bytes.toString('base64')}`
  return undefined
}
