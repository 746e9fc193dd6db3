import { expect, test } from 'vitest'
import { sizeOfPicture } from './picture-size.ts'

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1')))

/** A JPEG of 3 × 2 pixels, which EXIF says how to turn. */
const jpeg = (orientation: number) => {
  const frame = [0xff, 0xc0, 0, 17, 8, 0, 2, 0, 3, 1, 1, 0x11, 0, 0, 0, 0, 0, 0, 0]
  const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
  const exif = bytes('Exif\0\0MM', [0, 42, 0, 0, 0, 8, 0, 1], entry, [0, 0, 0, 0])
  const marker = [0xff, 0xe1, 0, exif.length + 2]
  return bytes([0xff, 0xd8], marker, [...exif], frame, [0xff, 0xd9])
}

test.each([
  ['a GIF', 'image/gif', bytes('GIF89a', [3, 0, 2, 0]), { width: 3, height: 2 }],
  ['a JPEG', 'image/jpeg', jpeg(1), { width: 3, height: 2 }],
  ['one that is turned on its side', 'image/jpeg', jpeg(6), { width: 2, height: 3 }],
  ['one that is cut', 'image/jpeg', jpeg(1).subarray(0, 20), undefined],
  ['an empty one', 'image/gif', bytes('GIF89a', [0, 0, 0, 0]), undefined],
  ['one of another type', 'image/png', jpeg(1), undefined],
  ['what is no picture', 'application/pdf', bytes('%PDF-1.7'), undefined],
])('reads the size of %s', (_what, type, head, size) => {
  expect(sizeOfPicture(head, type)).toEqual(size)
})
