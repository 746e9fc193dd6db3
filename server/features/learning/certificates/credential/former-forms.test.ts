import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { verifyCredential } from '../../../../../client-sdk/src/credentials.ts'
import { checkPdfSignature } from '../../../../adapters/pdf-printer/pdf/check-signature.ts'

/** A certificate in each form that releases before gave out: never made anew. */
const former = JSON.parse(
  readFileSync(new URL('../test/former-forms.json', import.meta.url), 'utf8'),
)

test.each([
  ['a credential by EdDSA, as it was stored', 'jwt'],
  ['a credential by ES256', 'es256'],
  ['a QR code of four facts', 'qr'],
  ['a QR code with a JWS', 'qrJws'],
])(
  '%s of a release before verifies for ever, and with a byte changed does not',
  async (_, form) => {
    const { jwks, code: verificationCode, [form]: text } = former

    expect(await verifyCredential(text, { jwks })).toMatchObject({
      authentic: true,
      verificationCode,
      learnerName: 'Ada “Zoë” Lovelace',
      courseTitle: 'Rigging',
      completedOn: '2026-11-30',
      issuer: 'Lyceum',
    })
    const changed = text.replace(/.(?=.{60}$)/u, (last: string) => (last === 'A' ? 'B' : 'A'))
    expect(await verifyCredential(changed, { jwks })).toMatchObject({ authentic: false })
  },
)

test('a signed PDF of a release before is whole to this one', async () => {
  const pdf = Buffer.from(former.pdf, 'base64')

  expect(await checkPdfSignature(pdf)).toMatchObject({ state: 'whole', signer: 'Lyceum Academy' })
})
