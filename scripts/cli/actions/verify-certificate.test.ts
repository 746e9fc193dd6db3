import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { finishPdf } from '../../../server/adapters/pdf-printer/pdf/finish-pdf.ts'
import { readPdfSigner } from '../../../server/adapters/pdf-printer/pdf/pdf-signer.ts'
import { createSigningFile } from '../../../server/adapters/pdf-printer/pdf/signing-file.ts'
import {
  emptyPdf,
  facts,
  now,
  stampOver,
} from '../../../server/adapters/pdf-printer/pdf/test-support.ts'
import { givenGraduate } from '../../../server/test/learning.ts'
import { givenService } from '../test/service.ts'

const { api, lyceum } = await givenService()

test('a PDF is authentic as it was signed; with a stamp added, or a byte changed, it is refused', async () => {
  const { learner, course } = await givenGraduate(api, { course: { title: 'Rigging' } })
  const { verificationCode: code } = await api
    .as(learner)
    .certificates.issue.mutate({ courseId: course.id })
  const { text: credential } = await api.request(`GET /certificates/${code}/credential`)
  const jwks = join(lyceum.dataDir, 'jwks.json')
  await writeFile(jwks, (await api.request('GET /.well-known/jwks.json')).text)
  const signing = join(lyceum.dataDir, 'signing.pem')
  await createSigningFile(signing, 'Lyceum Academy', now)
  const pdf = await finishPdf(emptyPdf(), { ...facts, credential }, await readPdfSigner(signing))
  const file = join(lyceum.dataDir, 'certificate.pdf')
  const verify = async (bytes: Uint8Array, ...more: string[]) => {
    await writeFile(file, bytes)
    return lyceum.run(['certificate', 'verify', file, '--jwks', jwks, ...more])
  }

  const whole = await verify(pdf)
  expect(whole).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Authentic\./u) })
  expect(whole.stdout).toMatch(/^Pdf signature signer +Lyceum Academy$/mu)
  expect(whole.stdout).toMatch(/^Pdf signature sha256 fingerprint +[\dA-F:]{95}$/mu)
  expect(whole.stdout).toContain('The PDF is as it was signed.')

  const asRead = (title: string) => ['--printed', `courseTitle=${title}`, '--printed', 'grade=']
  expect(await verify(pdf, ...asRead('Rigging'))).toMatchObject({ code: 0 })
  const otherPaper = await verify(pdf, ...asRead('Surgery'))
  expect(otherPaper.code).not.toBe(0)
  expect(otherPaper.stdout).toBe('The paper was changed: its courseTitle is not what was signed.\n')
  expect((await verify(pdf, '--printed', 'grade=best')).stderr).toContain('grade=best is not one')

  const stamped = await stampOver(pdf)
  const added = await verify(stamped)
  expect(added.code).not.toBe(0)
  expect(added.stdout).toMatch(/^Changed after signing: something was added to this PDF\./u)
  expect(added.stdout).not.toContain('Authentic')
  expect((await verify(stamped, '--json')).json).toMatchObject({
    authentic: false,
    verificationCode: code,
    pdfSignature: { state: 'added to', signer: 'Lyceum Academy' },
  })

  const changed = Buffer.from(pdf)
  changed.writeUInt8((changed[100] ?? 0) ^ 1, 100)
  const broken = await verify(changed)
  expect(broken.code).not.toBe(0)
  expect(broken.stdout).toMatch(/^Changed after signing: the signature of this PDF is invalid\./u)

  const unsigned = await verify(await finishPdf(emptyPdf(), { ...facts, credential }, undefined))
  expect(unsigned).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('The PDF itself is not signed'),
  })
})
