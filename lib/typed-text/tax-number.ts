import { readTyped } from './typed-text.ts'

/** How VAT numbers are written in each member state of the EU, and in Northern Ireland (VIES). */
const shapes: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^(?=.*\d)[A-Z\d]\d{7}[A-Z\d]$/,
  FI: /^\d{8}$/,
  FR: /^[A-Z\d]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^\d[A-Z\d+*]\d{5}[A-Z]{1,2}$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z\d+*]{12}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
}

/** Returns the number as it is printed: in capitals, without what stands between its parts. */
export function readTaxNumber(text: string): string {
  return readTyped(text)
    .toUpperCase()
    .replace(/[ .\-/]/g, '')
}

/**
 * Whether it may be a tax number. One that begins like a VAT number of the EU has its country's
 * shape; of others, only that they are letters and digits is known.
 */
export function isTaxNumber(text: string): boolean {
  const number = readTaxNumber(text)
  const shape = shapes[number.slice(0, 2)]
  return shape?.test(number.slice(2)) ?? /^(?=.*\d)[A-Z\d]{4,30}$/.test(number)
}
