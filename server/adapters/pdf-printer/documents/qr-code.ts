import { create, type QRCode } from 'qrcode'
import type { Drawing } from './printed-document.ts'

/** Modules of white around the code, so that readers find it. */
export const quietZone = 2

/**
 * Draws the QR code of a text as one filled path, a unit per module: PDF readers draw strokes wider
 * or thinner than they are, and scanners of bad copies miss such modules. Only digits and path
 * commands come out, whatever goes in.
 */
export function drawQrCode(text: string): Omit<Drawing, 'label'> {
  const { modules } = encode(text)
  const side = modules.size + 2 * quietZone

  let path = ''
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (modules.get(row, column) === 0) continue
      const start = column
      while (column + 1 < modules.size && modules.get(row, column + 1) !== 0) column += 1
      const width = column - start + 1
      path += `M${start + quietZone} ${row + quietZone}h${width}v1h-${width}z`
    }
  }
  return { viewBox: `0 0 ${side} ${side}`, path }
}

/**
 * Encodes a text: a short one gets more redundancy, a long one larger modules. By default the
 * library searches for the shortest mixture of encodings and tries all eight masks: nine tenths of
 * its time, and useless for URLs and signatures.
 */
export function encode(text: string): QRCode {
  const errorCorrectionLevel = text.length > 200 ? 'L' : 'M'
  return create([{ data: Buffer.from(text), mode: 'byte' }], {
    errorCorrectionLevel,
    maskPattern: 4,
  })
}
