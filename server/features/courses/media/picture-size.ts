import { GIF } from 'image-size/types/gif'
import { HEIF } from 'image-size/types/heif'
import { JPG } from 'image-size/types/jpg'
import { PNG } from 'image-size/types/png'
import { WEBP } from 'image-size/types/webp'

/** Pixels of a picture as it is shown. */
export interface PictureSize {
  width: number
  height: number
}

/** One reader for each type of `typeOfMedia`: no file chooses which of twenty reads it. */
const readers = {
  'image/png': PNG,
  'image/jpeg': JPG,
  'image/gif': GIF,
  'image/webp': WEBP,
  'image/avif': HEIF,
}
export const measuredTypes = Object.keys(readers)

/** EXIF orientations from this one on turn a picture on its side. */
const firstOnItsSide = 5
const mostPixels = 100_000

/** Reads a picture's size from its first bytes; undefined where they do not say it. */
export function sizeOfPicture(head: Uint8Array, type: string): PictureSize | undefined {
  if (!Object.hasOwn(readers, type)) return undefined
  const reader = readers[type as keyof typeof readers]
  try {
    if (!reader.validate(head)) return undefined
    const { width, height, orientation = 1 } = reader.calculate(head)
    if (!isLength(width) || !isLength(height)) return undefined
    return orientation < firstOnItsSide ? { width, height } : { width: height, height: width }
  } catch {
    // Ends in the middle of a structure.
    return undefined
  }
}

function isLength(pixels: number): boolean {
  return Number.isInteger(pixels) && pixels > 0 && pixels <= mostPixels
}
