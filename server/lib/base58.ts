const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Base58 of Bitcoin: https://www.w3.org/TR/cid-1.0/#base-58-encoding */
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
