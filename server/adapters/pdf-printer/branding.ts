/** The design that an organization gives its certificates and receipts. */
export interface Branding {
  /**
   * Replaces the issuer's name at the head: a PNG or SVG as a `data:` URL, shown as a picture, so
   * that nothing in it can run or load anything.
   */
  logo?: string | undefined
  /** Color of text and frame, #rrggbb. */
  color: string
  /** Color of ornaments and seal, #rrggbb. */
  accent: string
  /** At most three. */
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

export const maxPictureBytes = 500_000

/** Every comment ends at its first end mark: otherwise matching several could take forever. */
const beginOfSvg =
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*|<!DOCTYPE[^>]*>\s*)*<svg[\s>]/u

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** The `data:` URL of a PNG or SVG; undefined for bytes that are neither. */
export function pictureUrlOf(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 8).equals(pngSignature))
    return `data:image/png;base64,${bytes.toString('base64')}`
  if (beginOfSvg.test(bytes.toString('utf8')))
    return `data:image/svg+xml;base64,${bytes.toString('base64')}`
  return undefined
}
