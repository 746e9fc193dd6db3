import { expect, test } from 'vitest'
import type { CertificateContent } from '../../../adapters/pdf-printer/types.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { givenProgram } from '../../learning/programs/test-support.ts'
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

test("a program's shows its courses, with the grade and the end that are asked for", async () => {
  const courses = [await api.given.course(), await api.given.course()]
  const { id: courseId } = await givenProgram(api, { courses, grade: 'printed' })
  const owner = await api.given.learner()
  const admin = await api.given.admin()
  await api.as(admin).members.add.mutate({ courseId, email: owner.email, role: 'owner' })
  const { printer } = api.deps
  const draw = printer.drawCertificate
  let drawn: CertificateContent | undefined
  printer.drawCertificate = (content) => {
    drawn = content
    return Promise.resolve(Buffer.from('PNG'))
  }

  const asked = { courseId, grade: 93.5, lastDay: '2031-12-31' }
  await api.as(owner).authoring.certificatePreview.mutate(asked)
  printer.drawCertificate = draw

  expect(drawn).toMatchObject({ grade: 9_350, lastDay: '2031-12-31' })
  expect(drawn?.courses).toEqual(courses.map(({ title }) => title))
})
