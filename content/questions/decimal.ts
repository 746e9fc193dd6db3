/** A decimal number exactly as it is written: `digits` times ten to the power of minus `scale`. */
export interface Decimal {
  digits: bigint
  scale: number
}

const written = /^([+-]?)(\d{1,40})(?:[.,](\d{1,40}))?$/u

/** Reads what is stored, never what was typed: `1e3`, `NaN` and `1,000.5` are none. */
export function readDecimal(text: string): Decimal | undefined {
  const [, sign = '', whole, part = ''] = written.exec(text.trim().replace('−', '-')) ?? []
  if (whole === undefined) return undefined
  const digits = BigInt(whole + part)
  return { digits: sign === '-' ? -digits : digits, scale: part.length }
}

/** Returns a number below, equal to or above 0, like `one - other`. */
export function compareDecimals(one: Decimal, other: Decimal): number {
  const { digits } = minus(one, other)
  return digits < 0n ? -1 : digits > 0n ? 1 : 0
}

/** Subtracts the other from one. */
export function minus(one: Decimal, other: Decimal): Decimal {
  const scale = Math.max(one.scale, other.scale)
  return { digits: scaled(one, scale) - scaled(other, scale), scale }
}

/** Returns the absolute value. */
export function sizeOf({ digits, scale }: Decimal): Decimal {
  return { digits: digits < 0n ? -digits : digits, scale }
}

function scaled({ digits, scale }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(to - scale)
}
