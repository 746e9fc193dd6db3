import { readTyped } from './typed-text.ts'

/** A plain decimal that reads in one way only, or the two possible readings. */
export type ReadNumber = { number: string } | { readings: [whole: string, decimal: string] }

/** The most digits on each side of the point. */
const mostDigits = 40

const form = /^([+-]? ?)([\d., '\u066B\u066C]+)(?:e([+-]?\d{1,3}))?$/iu
const either = /^-?[1-9]\d{0,2}[.,]\d{3}$/u

/**
 * Reads a number as people write it: with a point or a comma, in groups, or like 1e3. One separator
 * before three digits, as in `1,000`, may be either, and nothing is guessed. Undefined for no number.
 */
export function readNumber(text: string): ReadNumber | undefined {
  // Refuses digits set above or below the line: they are not part of the number.
  if (/\p{No}/u.test(text)) return undefined
  const [, before = '', body, power] = form.exec(readTyped(text).replaceAll('،', ',')) ?? []
  const parts = body && partsOf(body)
  if (!parts) return undefined
  const sign = before.startsWith('-') ? '-' : ''
  const [whole, part] = parts
  const number = shifted([whole, part], Number(power ?? 0))
  if (number === undefined) return undefined
  // A point before a power, as in 6.022e23, never separates groups.
  const isDecimal = power !== undefined && body.includes('.')
  if (isDecimal || !either.test(body)) return { number: spelled(sign + number) }
  const grouped = shifted([whole + part, ''], Number(power ?? 0)) ?? ''
  const bare = number.includes('.') ? number.replace(/\.?0+$/u, '') : number
  return { readings: [spelled(sign + grouped), spelled(sign + bare)] }
}

/** Adds a fourth digit behind the point to a decimal that might be read as a thousand. */
function spelled(number: string): string {
  return either.test(number) ? `${number}0` : number
}

/** Returns the digits before and behind the decimal separator. */
function partsOf(body: string): [whole: string, part: string] | undefined {
  const signs = body.match(/[.,\u066B]/gu) ?? []
  const last = signs.at(-1) ?? ''
  const isDecimal = last !== '' && signs.filter((one) => one === last).length === 1
  const at = isDecimal ? body.lastIndexOf(last) : body.length
  const [grouped, part] = [body.slice(0, at), body.slice(at + 1)]
  const [separator] = grouped.match(/\D/u) ?? []
  const whole = separator === undefined ? grouped : joined(grouped.split(separator))
  if (whole === undefined || !/^\d*$/u.test(whole + part) || whole + part === '') return undefined
  return [whole === '' ? '0' : whole, part]
}

/** Joins groups of three, or of India: 10,00,000. */
function joined(groups: string[]): string | undefined {
  const [first = '', ...others] = groups.map(({ length }) => length).join('')
  // A leading zero, as in 030 123 456, makes it another kind of number.
  const isGrouped =
    !/^0/u.test(groups[0] ?? '') && /^[123]$/u.test(first) && /^(?:3+|2+3)$/u.test(others.join(''))
  return isGrouped ? groups.join('') : undefined
}

function shifted([whole, part]: [string, string], places: number): string | undefined {
  if (Math.abs(places) > mostDigits) return undefined
  const digits = `${'0'.repeat(Math.max(0, -places))}${whole}${part}${'0'.repeat(Math.max(0, places))}`
  const point = whole.length + Math.max(0, -places) + places
  const end = Math.max(part.length - places, 0)
  const [before, behind] = [digits.slice(0, point), digits.slice(point, point + end)]
  const bare = places === 0 ? before : before.replace(/^0+(?=\d)/u, '')
  if (bare.length > mostDigits || behind.length > mostDigits) return undefined
  return behind === '' ? bare : `${bare}.${behind}`
}
