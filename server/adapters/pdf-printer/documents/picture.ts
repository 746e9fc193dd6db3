export const maximalPictureBytes = 500_000

/**
 * A comment ends where it can, and nowhere later: otherwise there were too many ways to read
 * several of them.
 */
const beginOfSvg =
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*|<!DOCTYPE[^>]*>\s*)*<svg[\s>]/u

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** The `data:` address of a PNG or SVG; undefined when it is neither, whatever its name. */
export function pictureAddressOf(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 8).equals(pngSignature))
    return `data:image/png;base64,${bytes.toString('base64')}`
  if (beginOfSvg.test(bytes.toString('utf8')))
    return `data:image/svg+xml;base64,${bytes.toString('base64')}`
  return undefined
}
