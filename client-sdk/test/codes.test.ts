import { expect, test } from 'vitest'
import { codeIn } from '../src/codes.ts'

const code = '7K3M-Q9TX-2B4H-N8VD-Z'
const page = `https://learn.example.org/verify/${code}`

test.each([
  ['as printed', code],
  ['in lower case, without dashes', code.toLowerCase().replaceAll('-', '')],
  ['with spaces instead of dashes, and around it', `  ${code.replaceAll('-', ' ')}\n`],
  ['with the dashes of a word processor', code.replaceAll('-', '–')],
  ['the page', page],
  ['the page with a slash at the end', `${page}/`],
  ['the page in a language', `${page}?lang=de`],
  [
    'the page below a folder, opened from a link',
    `https://x.org/lyceum/verify/${code}?utm_source=a#top`,
  ],
  ['the text of the QR code', `${page}#eyJhbGciOiJFZERTQSJ9.eyJjb2RlIjoiN0szTSJ9.c2lnbmF0dXJl`],
  ['the URL in capitals, as a QR code stores it best', page.toUpperCase()],
  ['the form of the page', `https://learn.example.org/verify?code=${code.toLowerCase()}`],
  ['the PDF', `https://learn.example.org/certificates/${code}.pdf`],
  ['the PDF to download', `https://learn.example.org/certificates/${code}.pdf?download=1`],
  ['the credential', `https://learn.example.org/certificates/${code}/credential`],
  ['escaped by a messenger', `https://learn.example.org/verify/${code.replaceAll('-', '%2D')}`],
  ['a host that looks like a code', `https://2222222222222222z/verify/${code}`],
  ['its form at such a host', `https://2222222222222222z/verify?code=${code}`],
  ['a campaign that looks like a code', `${page}?utm_campaign=springgradsclass1`],
])('a code is found: %s', (_what, text) => {
  expect(codeIn(text)).toBe(code)
})

test('letters that the alphabet lacks are read as the digits they look like', () => {
  expect(codeIn('oO0iIlL1-2345-6789-A')).toBe('0001-1111-2345-6789-A')
})

test.each([
  '',
  ' ',
  'https://learn.example.org/verify/',
  '%',
  `${code}${code}`,
  'a'.repeat(10_000),
])('no code is found in "%.40s"', (text) => {
  expect(codeIn(text)).toBeUndefined()
})
