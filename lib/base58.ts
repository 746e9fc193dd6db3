import { randomInt } from 'node:crypto'

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Encodes as Bitcoin's Base58: https://www.w3.org/TR/cid-1.0/#base-58-encoding */
export function encodeBase58(bytes: Uint8Array): string {
  const zeros = bytes.findIndex((byte) => byte !== 0)
  if (zeros === -1) return alphabet.charAt(0).repeat(bytes.length)
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  while (rest > 0n) {
    text = alphabet.charAt(Number(rest % 58n)) + text
    rest /= 58n
  }
  return alphabet.charAt(0).repeat(zeros) + text
}

/** Returns random characters, all equally likely: 5.86 bits of entropy each. */
export function randomBase58(length: number): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
}

/** Writes a number in exactly this many digits. */
export function base58OfNumber(value: number, digits: number): string {
  let rest = value
  let text = ''
  while (text.length < digits) {
    text = alphabet.charAt(rest % alphabet.length) + text
    rest = Math.floor(rest / alphabet.length)
  }
  return text
}
