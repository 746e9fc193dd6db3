/** How an organisation makes certificates its own. */
export interface Branding {
  /**
   * Stands at the head in the place of the issuer's name. A `data:` address of a PNG or SVG, shown
   * as a picture: nothing in it can run or load anything.
   */
  logo?: string | undefined
  /** Of letters and frame, #rrggbb. */
  color: string
  /** Of ornaments and seal, #rrggbb. */
  accent: string
  /** At most three. */
  signatures: readonly Signature[]
  /** Printed small at the foot, at most two: an accreditation, a registration number. */
  lines: readonly string[]
}

export interface Signature {
  name: string
  title: string
  /** A `data:` address of a PNG or SVG that stands on the line. */
  image?: string | undefined
}

export const maximalSignatures = 3
export const maximalLines = 2

export function isColor(text: string): boolean {
  return /^#[\da-f]{6}$/iu.test(text)
}

export const defaultBranding: Branding = {
  color: '#1a2b45',
  accent: '#a4823f',
  signatures: [],
  lines: [],
}

/** A colour mixed with white: 1 is the colour, 0 is white. */
export function tint(color: string, strength: number): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  return `#${channels
    .map((channel) =>
      Math.round(255 - (255 - channel) * strength)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
