import { beforeAll, describe, expect, test } from 'vitest'
import { formatCode, makeCertificateCode } from '../../features/learning/certificates/code/code.ts'
import { forAllTests, startApi } from '../../test/api.ts'
import { givenGraduate } from '../../test/learning.ts'
import { switchablePrinter } from '../../test/printers.ts'

const api = await forAllTests(startApi({ printer: switchablePrinter({ available: true }) }))

async function givenCode(name?: string, title?: string): Promise<string> {
  const { learner, course } = await givenGraduate(api, {
    ...(name && { learner: { name } }),
    ...(title && { course: { title } }),
  })
  return (await api.as(learner).certificates.issue.mutate({ courseId: course.id })).verificationCode
}

describe('the PDF', () => {
  let code: string
  beforeAll(async () => {
    code = await givenCode('Ada "Lovelace"\u2028; filename=x.exe')
  })

  test('is a download for anyone who has the code, and neither cached nor sniffed', async () => {
    const { statusCode, headers, rawPayload } = await api.server.inject({
      method: 'GET',
      url: `/certificates/${code}.pdf`,
    })

    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="certificate-${code}.pdf"; filename*=UTF-8''Ada%20Lovelace%20%3B%20filename%3Dx.exe%20-%20A%20course%20about%20something.pdf`,
      'content-length': String(rawPayload.length),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('is found whatever the case of its path, and HEAD says its size', async () => {
    const whole = await api.request(`GET /certificates/${code}.pdf`)
    for (const form of [
      `${code}.PDF`,
      `${code.toLowerCase()}.pdf`,
      `${code.replaceAll('-', '')}.Pdf`,
    ]) {
      expect((await api.request(`GET /certificates/${form}`)).text).toBe(whole.text)
    }
    const head = await api.request(`HEAD /certificates/${code}.pdf`)
    expect([head.status, head.headers['content-length'], head.text]).toEqual([
      200,
      whole.headers['content-length'],
      '',
    ])
  })

  test('of an unknown or missing code does not exist', async () => {
    const paths = [
      formatCode(makeCertificateCode()),
      code.slice(0, -2),
      `${code}.pdf`,
      `${code}%00`,
      '%00',
      '%20',
      '*',
      "' or 1=1",
    ]
    for (const path of paths) {
      const { status, body } = await api.request(
        `GET /certificates/${path.replaceAll(' ', '%20')}.pdf`,
      )
      expect([path, status, body.error]).toEqual([path, 404, 'CertificateNotFound'])
    }
    for (const path of [code, `${code}.pdf.exe`, '.pdf', `${code}.html`, '']) {
      const { status, body } = await api.request(`GET /certificates/${path}`)
      expect([path, status, body.error]).toEqual([path, 404, 'NotFound'])
    }
  })

  test.each([
    '..%2f..%2f..%2fetc%2fpasswd',
    '..%5c..%5cwindows',
    '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '%2fetc%2fpasswd%00',
    '..%2f',
  ])('is never a file of the server: %s', async (path) => {
    for (const address of [
      `/certificates/${path}.pdf`,
      `/certificates/${path}`,
      `/verify/${path}`,
    ]) {
      const { status, text } = await api.request(`GET ${address}`)
      // Accepts the start page, where a URL that climbs out of its folder may end.
      expect([200, 400, 404]).toContain(status)
      if (status === 200) expect(address).toMatch(/\/\.\.$/)
      expect(text).not.toContain('root:')
    }
  })
})
