import { expect, test } from 'vitest'
import { encodeBase58 } from './base58.ts'

// The vectors of draft-msporny-base58, and an empty input.
test.each([
  [Buffer.from('Hello World!'), '2NEpo7TZRRrLZSi2U'],
  [
    Buffer.from('The quick brown fox jumps over the lazy dog.'),
    'USm3fpXnKG5EUBx2ndxBDMPVciP5hGey2Jh4NDv6gmeo1LkMeiKrLJUUBk6Z',
  ],
  [Buffer.from('0000287fb4cd', 'hex'), '11233QC4'],
  [Buffer.from([0, 0]), '11'],
  [Buffer.from([]), ''],
])('%s is %s', (bytes, text) => {
  expect(encodeBase58(bytes)).toBe(text)
})
