import { randomBytes } from 'node:crypto'
import { readGroupedCode } from '../../../../../lib/typed-text/typed-text.ts'

/** Crockford's base32: without I, L, O and U, which are easily misread. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const symbols = 16

/** Returns 80 random bits as 16 symbols, followed by a check symbol. */
export function makeCertificateCode(random: (size: number) => Uint8Array = randomBytes): string {
  const values = [...random(symbols)].map((byte) => byte % alphabet.length)
  return [...values, checkOf(values)].map((value) => alphabet[value]).join('')
}

/** Formats it as printed: XXXX-XXXX-XXXX-XXXX-C. */
export function formatCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-')
}

export type ReadCode =
  | { kind: 'code'; code: string }
  | { kind: 'mistyped'; code: string }
  | { kind: 'no code' }

/** Reads a typed code: in any case, in groups or not, O for 0, I and L for 1. */
export function readCode(typed: string): ReadCode {
  const code = readSymbols(typed)
  const values = [...code].map((symbol) => alphabet.indexOf(symbol))
  if (values.length !== symbols + 1 || values.includes(-1)) return { kind: 'no code' }
  return { kind: checkOf(values.slice(0, symbols)) === values[symbols] ? 'code' : 'mistyped', code }
}

/** Reads the beginning of a typed code, or all of it; undefined if it is none, or too short. */
export function readCodePart(typed: string): string | undefined {
  const part = readSymbols(typed)
  return /^[0-9A-HJKMNP-TV-Z]{4,17}$/.test(part) ? part : undefined
}

function readSymbols(typed: string): string {
  return readGroupedCode(typed).replaceAll('O', '0').replace(/[IL]/g, '1')
}

/**
 * Returns the symbol that makes the sum of all symbols zero, each multiplied by its own power of
 * two in the field of 32 elements. As the powers differ, every wrong symbol and swap is caught.
 */
function checkOf(values: number[]): number {
  return values.reduce((sum, value, position) => sum ^ times(value, powerOfTwo(position + 1)), 0)
}

function powerOfTwo(exponent: number): number {
  let power = 1
  for (let step = 0; step < exponent; step++) power = times(power, 2)
  return power
}

/** Returns the product in GF(2⁵) with the polynomial x⁵ + x² + 1. */
function times(one: number, other: number): number {
  let product = 0
  for (let bit = 0; bit < 5; bit++) {
    if ((other >> bit) & 1) product ^= one << bit
  }
  for (let bit = 8; bit >= 5; bit--) {
    if ((product >> bit) & 1) product ^= 0b100101 << (bit - 5)
  }
  return product
}
