import { create } from 'qrcode'

/** A QR code as one SVG path, a unit per module. */
export interface QrCode {
  viewBox: string
  path: string
}

/** Modules of white around the code, so that readers find it. */
export const quietZone = 2

/** Draws the QR code of a text. Only digits and path commands come out, whatever goes in. */
export function drawQrCode(text: string): QrCode {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const side = modules.size + 2 * quietZone

  let path = ''
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (modules.get(row, column) === 0) continue
      const start = column
      while (column + 1 < modules.size && modules.get(row, column + 1) !== 0) column += 1
      path += `M${start + quietZone} ${row + quietZone}h${column - start + 1}v1h-${column - start + 1}z`
    }
  }
  return { viewBox: `0 0 ${side} ${side}`, path }
}
