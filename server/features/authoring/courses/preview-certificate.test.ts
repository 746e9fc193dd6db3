import { expect, test } from 'vitest'
import type { CertificateContent } from '../../../adapters/pdf-printer/types.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { givenWritten } from '../drafts/test-support.ts'

const api = await forAllTests(startApi())

test('a certificate is drawn as it would be printed, with changes that are not saved, and verifies nothing', async () => {
  const { courseId, owner, reviewer } = await givenWritten(api)
  const drawn: CertificateContent[] = []
  const { printer } = api.deps
  const draw = printer.drawCertificate
  printer.drawCertificate = (content) => {
    drawn.push(content)
    return Promise.resolve(Buffer.from('PNG'))
  }
  const certificate = { issuer: 'Faculty of Knots', lines: ['Small print'] }
  const { picture } = await api
    .as(owner)
    .authoring.certificatePreview.mutate({ courseId, certificate })
  await api.as(reviewer).authoring.certificatePreview.mutate({ courseId })
  printer.drawCertificate = draw

  expect(picture).toBe(`data:image/png;base64,${Buffer.from('PNG').toString('base64')}`)
  const { title } = await api.as(owner).drafts.get.query({ courseId })
  expect(drawn[0]).toMatchObject({
    ...{ courseTitle: title, issuer: 'Faculty of Knots', learnerName: 'Ada Lovelace' },
    branding: { lines: ['Small print'] },
  })
  expect(drawn[1]?.issuer).not.toBe('Faculty of Knots')
  const look = api.request(`GET /api/v1/certificates/verify/${drawn[0]?.code}`, {
    token: owner.token,
  })
  expect((await look).body.error).toBe('CertificateNotFound')
})
