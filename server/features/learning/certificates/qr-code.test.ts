import decodeQR from 'qr/decode.js'
import { expect, test, vi } from 'vitest'
import { verifyCredential } from '../../../../client-sdk/src/credentials.ts'
import { drawPdf } from '../../../adapters/pdf-printer/test-support.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { givenCertificate } from '../../../test/learning.ts'
import { printerForAllTests } from '../../../test/printing.ts'

// Allows for the first print, which unpacks the browser.
vi.setConfig({ testTimeout: 60_000 })

const { printer, isAvailable } = await printerForAllTests()
const api = await forAllTests(startApi({ printer }))

test.skipIf(!isAvailable).each([
  ['a usual one', 'Ada Lovelace', 'Version Control with Git', 150],
  [
    'one with long words',
    'Wolfeschlegelsteinhausenbergerdorff '.repeat(3).trim(),
    'Everything about everything. '.repeat(6).trim(),
    150,
  ],
  ['one in Chinese', '欧阳晓明'.repeat(20), '版本控制入门'.repeat(10), 200],
])(
  'the QR code of %s can be scanned from the page, verified without a network, and opens its page',
  async (_, name, title, dotsPerInch) => {
    const { code: verificationCode, certificate } = await givenCertificate(api, {
      learner: { name },
      course: { title },
    })
    const { certificateUrl } = certificate
    const jwks = (await api.request('GET /.well-known/jwks.json')).body
    const pdf = (await api.server.inject({ method: 'GET', url: new URL(certificateUrl).pathname }))
      .rawPayload

    const scanned = decodeQR(await drawPdf(pdf, { dotsPerInch }), { effort: 8, timeLimit: 5_000 })

    const verdict = await verifyCredential(scanned, { jwks })
    expect(verdict).toMatchObject({
      authentic: true,
      kind: 'qr code',
      verificationCode,
      learnerName: name,
    })
    const { pathname, origin } = new URL(scanned)
    expect([origin, pathname]).toEqual(['http://lyceum.test', `/verify/${verificationCode}`])
    const page = await api.request(`GET ${pathname}`)
    expect([page.status, page.headers['content-type']]).toEqual([
      200,
      expect.stringContaining('text/html'),
    ])
    expect(page.text).toContain(name)
  },
)
