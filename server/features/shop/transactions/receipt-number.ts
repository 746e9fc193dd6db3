import { readTypedCode } from '../../../../lib/typed-text/typed-text.ts'

interface ReceiptNumber {
  year: number
  number: number
}

/** Returns a number such as `2026-000042`. */
export function receiptNumberOf({ year, number }: ReceiptNumber): string {
  return `${year}-${String(number).padStart(6, '0')}`
}

/** Reads a receipt number; undefined for any other text. */
export function readReceiptNumber(text: string): ReceiptNumber | undefined {
  const [, year, number] = /^(\d{4})-(\d{6,9})$/.exec(readTypedCode(text)) ?? []
  return year === undefined ? undefined : { year: Number(year), number: Number(number) }
}
