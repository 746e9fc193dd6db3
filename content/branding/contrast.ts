/** The least contrast of text that everybody can read, by WCAG 2.2. */
export const readableContrast = 4.5

/** Returns the contrast of two #rrggbb colors, from 1 to 21 (WCAG 2.2). */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Mixes a color with as much white as it takes to be read on a dark background. */
export function readableOnDark(color: string, background: string): string {
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = withWhite(color, share)
    if (contrastOf(mixed, background) >= readableContrast) return mixed
  }
  return '#ffffff'
}

function withWhite(color: string, share: number): string {
  const mixed = channelsOf(color).map((value) => Math.round(value + (255 - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function channelsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
}
