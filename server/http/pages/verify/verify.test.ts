import { createHash, randomBytes } from 'node:crypto'
import { PNG } from 'pngjs'
import { describe, expect, test, vi } from 'vitest'
import type { VersionRow } from '../../../../db/queries/courses/courses/courses.ts'
import {
  formatCode,
  makeCertificateCode,
} from '../../../features/learning/certificates/code/code.ts'
import { createPictures } from '../../../features/learning/certificates/pictures.ts'
import { reissueCertificate } from '../../../features/learning/certificates/reissue-certificate.ts'
import { revokeCertificate } from '../../../features/learning/certificates/revoke-certificate.ts'
import { showCertificate } from '../../../features/learning/certificates/verify-certificate.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { givenCertificate, givenGraduate } from '../../../test/learning.ts'
import { switchablePrinter } from '../../../test/printers.ts'
import { pageLanguages } from '../../../texts/texts.ts'
import { certificatePage } from './certificate-page.ts'
import { voiceFor } from './voice.ts'

const api = await forAllTests(
  startApi({ printer: switchablePrinter({ available: true }), logLines: [] }),
)

async function givenCode(name?: string, title?: string): Promise<string> {
  const { learner, course } = await givenGraduate(api, {
    ...(name && { learner: { name } }),
    ...(title && { course: { title } }),
  })
  return (await api.as(learner).certificates.issue.mutate({ courseId: course.id })).verificationCode
}

function mistype(code: string): string {
  return code.slice(0, -1) + (code.endsWith('0') ? '2' : '0')
}

const today = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(
  new Date(),
)

describe('the page that the QR code leads to', () => {
  test("says what the paper says in the school's own words, with the distinction of its grade", async () => {
    const code = await givenCode('Grace Hopper', 'Compilers')
    const ctx = { ...api.deps, ip: '192.0.2.90' }
    const { facts, branding, ...shown } = await showCertificate(ctx, { code })
    const own = {
      ...branding,
      heading: 'Diploma',
      beforeCourse: 'has mastered',
      distinction: 'with distinction',
      distinctionFrom: 90,
    }
    const pageFor = (grade: number) =>
      certificatePage(
        voiceFor({ acceptLanguage: 'en' }),
        { ...shown, facts: { ...facts, grade }, branding: own },
        { publicUrl: 'https://lyceum.test' },
      ).body.source

    for (const words of ['>Diploma<', '>has mastered<', '>with distinction<'])
      expect(pageFor(9000)).toContain(words)
    expect(pageFor(8999)).not.toContain('distinction')
  })

  test('says that a certificate is valid, and whose it is, without any script', async () => {
    const code = await givenCode('Grace Hopper', 'Compilers')

    const { status, text, headers } = await api.request(`GET /verify/${code}`)

    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    for (const fact of [
      'This certificate is valid',
      'Grace Hopper',
      'Compilers',
      today,
      '10 minutes',
      code,
    ])
      expect(text).toContain(fact)
    expect(text).toContain(`href="/certificates/${code}.pdf"`)
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+' 'sha256-[\w+/=]+'; script-src 'self'; /,
    )
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    expect(text).not.toMatch(
      / style="| on\w+="|<script(?! type="module" src="\/verify\/assets\/[\w-]+\.js"><\/script>)/,
    )
    expect([headers['cache-control'], headers['x-robots-tag']]).toEqual(['no-store', 'noindex'])
  })

  test('shows HTML in a name as text, and drops characters that reverse the writing direction', async () => {
    const hostile = `<img src=x onerror="alert('1')"> & <script>alert(2)</script>`
    const code = await givenCode(hostile, '</title><h1>Title')
    const turned = await givenCode('Ada \u202eecalevoL', 'Knots')

    const { text } = await api.request(`GET /verify/${code}`)

    const escaped = hostile.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
    expect(text).toContain(`dir="auto">${escaped}</p>`)
    expect(text).not.toMatch(/<script>|<img|<\/title><h1/)
    expect((await api.request(`GET /verify/${turned}`)).text).not.toContain('\u202e')
  })

  test('says that a certificate was revoked, and when, but not why', async () => {
    const code = await givenCode()
    await revokeCertificate(api.deps, { code, reason: 'a private matter' })

    const { status, text } = await api.request(`GET /verify/${code}`)

    expect(status).toBe(200)
    expect(text).toContain(
      `This certificate was revoked</h1><p>Lyceum declared it invalid on ${today}.`,
    )
    expect(text).not.toMatch(/is valid|private matter/)
  })

  test('says that a certificate was replaced, when, and by which', async () => {
    const code = await givenCode()
    const { certificate } = await reissueCertificate(api.deps, { code })

    const old = await api.request(`GET /verify/${code}`)
    const successor = await api.request(`GET /verify/${formatCode(certificate.code)}`)

    expect(old.status).toBe(200)
    expect(old.text).toContain(
      `This certificate was replaced</h1><p>A newer certificate replaced it on ${today}.`,
    )
    expect(old.text).toContain(`href="/verify/${formatCode(certificate.code)}"`)
    const credential = await api.request(`GET /certificates/${code}/credential`)
    expect(credential.headers.link).toBe(
      `<http://lyceum.test/verify/${formatCode(certificate.code)}>; rel="successor-version"`,
    )
    expect(successor.text).toContain('This certificate is valid')
  })

  test('distinguishes a mistyped code from one that was never issued, and lets you type it again', async () => {
    const code = await givenCode()

    const unknown = await api.request(`GET /verify/${formatCode(makeCertificateCode())}`)
    const wrong = await api.request(`GET /verify/${mistype(code)}`)
    const nonsense = await api.request('GET /verify/hello')

    expect(
      [unknown, wrong, nonsense].map(({ status, headers }) => [status, headers['content-type']]),
    ).toEqual(Array.from({ length: 3 }, () => [404, 'text/html; charset=utf-8']))
    expect(unknown.text).toContain('No certificate has this code')
    for (const { text } of [wrong, nonsense]) expect(text).toContain('This code was mistyped')
    expect(wrong.text).toContain(`value="${mistype(code)}"`)
  })

  test('does not repeat what was typed into the URL unless it is a code', async () => {
    for (const address of [
      '/verify/%3Cscript%3Ealert(1)%3C%2Fscript%3E',
      '/verify?code=%3Cscript%3Ealert(1)%3C%2Fscript%3E',
    ]) {
      const { status, text } = await api.request(`GET ${address}`)
      expect(status).toBe(404)
      expect(text).not.toContain('alert(1)')
    }
  })

  test('explains an exceeded limit and a database failure on a page too', async () => {
    await using strict = await startApi({ config: { rateLimitScale: 0.02 }, logLines: [] })
    const code = formatCode(makeCertificateCode())
    expect((await strict.request(`GET /verify/${code}`, { ip: '192.0.2.9' })).status).toBe(404)

    const refused = await strict.request(`GET /verify/${code}`, { ip: '192.0.2.9' })
    const doorRefuses = []
    for (let requests = 0; requests < 8; requests++)
      doorRefuses.push(await strict.request('GET /verify', { ip: '192.0.2.10' }))
    const { $client } = strict.deps.db as unknown as {
      $client: { query(...statement: unknown[]): unknown }
    }
    const failing = vi
      .spyOn($client, 'query')
      .mockRejectedValue(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }))
    const broken = await strict.request(`GET /verify/${code}`, { ip: '192.0.2.11' })
    failing.mockRestore()

    for (const answer of [refused, doorRefuses.at(-1)]) {
      expect([answer?.status, answer?.headers['content-type']]).toEqual([
        429,
        'text/html; charset=utf-8',
      ])
      expect(answer?.text).toContain('Too many checks')
      expect(Number(answer?.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    }
    expect(broken.status).toBe(503)
    expect(broken.text).toContain('We cannot verify this right now')
  })
})

describe('what is printed stands on the page', () => {
  const logo = `data:image/svg+xml;base64,${Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>',
  ).toString('base64')}`
  const branding = {
    logo,
    color: '#7b1e3a',
    accent: '#0a7f6f',
    signatures: [
      { name: 'Prof. Emmy <b>Noether</b>', title: 'Dean of Mathematics' },
      { name: 'Sofja Kowalewskaja', title: 'Rector' },
    ],
    lines: ['Accredited by the Board of Studies, No. 4711'],
  }

  test('signers, small print, colors and the logo, each from our own origin', async () => {
    await using branded = await startApi({
      printer: switchablePrinter({ available: true }),
      config: { certificates: { ...api.deps.config.certificates, branding } },
    })
    const { code } = await givenCertificate(branded)

    const { text } = await branded.request(`GET /verify/${code}`)

    for (const printed of [
      'Prof. Emmy &#60;b&#62;Noether&#60;/b&#62;',
      'Dean of Mathematics',
      'Sofja Kowalewskaja',
      'Rector',
      'Accredited by the Board of Studies, No. 4711',
      ':root{--brand:#7b1e3a;--brand-accent:#0a7f6f}',
    ])
      expect(text).toContain(printed)
    const [, address = ''] =
      /<img class="logo" src="(\/verify\/assets\/logos\/[0-9a-f]{64})" alt="Lyceum">/.exec(text) ??
      []
    const { headers, text: svg } = await branded.request(`GET ${address}`)
    expect([headers['content-type'], headers['content-security-policy']]).toEqual([
      'image/svg+xml',
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    ])
    expect(svg).toContain('<svg')
    expect((await branded.request('GET /verify')).text).toContain('/verify/assets/logos/settings')
    const unknown = `GET /verify/assets/logos/${'0'.repeat(64)}`
    expect((await branded.request(unknown)).status).toBe(404)
  })
})

describe('a link to the page, when it is shared', () => {
  const pictureTag = /<meta property="og:image" content="([^"]+)">/

  test('has a preview with a picture of the certificate, while it is valid', async () => {
    const code = await givenCode('Ada "Countess" Lovelace', 'Engines')
    const { text } = await api.request(`GET /verify/${code}`)
    const { publicUrl } = api.deps.config

    expect(text).toContain(
      '<meta property="og:title" content="Ada &#34;Countess&#34; Lovelace · Engines">',
    )
    expect(text).toContain(
      'content="This certificate is valid. Issued by Lyceum and currently valid."',
    )
    expect(text).toContain(`<meta property="og:url" content="${publicUrl}/verify/${code}">`)
    expect(pictureTag.exec(text)?.[1]).toBe(`${publicUrl}/certificates/${code}.png`)
    const picture = await api.server.inject(`/certificates/${code}.png`)
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png'])

    await revokeCertificate(api.deps, { code, reason: 'x' })
    expect((await api.request(`GET /verify/${code}`)).text).not.toMatch(pictureTag)
    expect((await api.request(`GET /certificates/${code}.png`)).body.error).toBe(
      'CertificateRevoked',
    )
  })

  test('can be added to a profile, shared and copied; none of it loads anything', async () => {
    const code = await givenCode('Ada Lovelace', 'Engines')
    const { text } = await api.request(`GET /verify/${code}`)

    expect(text).toMatch(
      /href="https:\/\/www\.linkedin\.com\/profile\/add\?[^"]+" rel="noopener noreferrer"/,
    )
    expect(text).toContain(
      `share-offsite/?url=${encodeURIComponent(`${api.deps.config.publicUrl}/verify/${code}`)}"`,
    )
    expect(text).toContain(`class="copy" hidden data-link="${api.deps.config.publicUrl}/verify/`)
    expect(text).toContain(`href="/certificates/${code}/badge.png"`)
  })

  test('a badge holds the credential, and reading PNGs still works', async () => {
    const code = await givenCode('Ada Lovelace', 'Engines')
    const { rawPayload, headers } = await api.server.inject(`/certificates/${code}/badge.png`)
    const { text: credential } = await api.request(`GET /certificates/${code}/credential`)

    expect(headers['content-disposition']).toBe(`attachment; filename="badge-${code}.png"`)
    const { width, height } = PNG.sync.read(rawPayload)
    expect([width, height]).toEqual([1, 1])
    const at = rawPayload.indexOf('iTXtopenbadgecredential\0\0\0\0\0')
    const length = rawPayload.readUInt32BE(at - 4)
    expect(rawPayload.subarray(at + 4 + 24, at + 4 + length).toString('latin1')).toBe(credential)
    expect((await api.server.inject('/certificates/nonsense.png')).statusCode).toBe(404)
    expect(
      (await api.server.inject(`/certificates/${formatCode(makeCertificateCode())}/badge.png`))
        .statusCode,
    ).toBe(404)
  })

  test('a picture is drawn once, however many ask for it; without a browser it says so', async () => {
    const printer = switchablePrinter({ available: true })
    const draw = vi.spyOn(printer, 'drawCertificate')
    await using busy = await startApi({ printer, logLines: [] })
    const { code } = await givenCertificate(busy)
    const get = () => busy.server.inject(`/certificates/${code}.png`)

    await Promise.all(Array.from({ length: 20 }, get))
    await get()
    expect(draw).toHaveBeenCalledTimes(1)

    printer.available = false
    const answer = await busy.request(`GET /certificates/${code}/badge.png`)
    expect([answer.status, answer.body.error]).toEqual([503, 'ServiceUnavailable'])
  })

  test('a picture that took longer than a request waits is there when they ask again', async () => {
    const printer = switchablePrinter({ available: true })
    const { promise, resolve } = Promise.withResolvers<Uint8Array>()
    const draw = vi.spyOn(printer, 'drawCertificate').mockReturnValue(promise)
    await using busy = await startApi({ printer, logLines: [] })
    const { code } = await givenCertificate(busy)
    const get = () => busy.server.inject(`/certificates/${code}.png`)

    expect((await get()).statusCode).toBe(503)
    resolve(Buffer.from('drawn at last'))
    expect((await get()).body).toBe('drawn at last')
    expect((await get()).statusCode).toBe(200)
    expect(draw).toHaveBeenCalledTimes(1)
  })

  test('strangers who ask for many pictures leave the printer to certificates', async () => {
    const printer = switchablePrinter({ available: true })
    const { promise: allowed, resolve: allow } = Promise.withResolvers<void>()
    const draw = vi.spyOn(printer, 'drawBadge').mockImplementation(async () => {
      await allowed
      return Buffer.from('drawn')
    })
    const { deps } = api
    const pictures = createPictures({ ...deps, printer })
    const versions = Array.from({ length: 60 }, (_, index) => ({
      versionId: `v${index}`,
      title: 'x',
      language: 'en',
      branding: null,
    }))

    const drawn = Promise.allSettled(
      versions.map((version) => pictures.ofAchievement(version as VersionRow)),
    )
    await expect.poll(() => draw.mock.calls.length).toBeGreaterThan(0)
    allow()
    const outcomes = await drawn

    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(60 - 2 - 40)
    expect(refused).toContainEqual({
      status: 'rejected',
      reason: expect.objectContaining({ name: 'ServiceUnavailable' }),
    })
  })
})

describe('the page to enter a code or drop a PDF', () => {
  test('leads to the page of the certificate, however the code is typed', async () => {
    const code = await givenCode()
    const { status, text } = await api.request('GET /verify')

    expect(status).toBe(200)
    expect(text).toMatch(/<form [^>]*method="get" action="\/verify"/)
    for (const typed of [code, code.toLowerCase().replaceAll('-', '+'), code.replaceAll('-', '')]) {
      const answer = await api.request(`GET /verify?code=${typed}`)
      expect([answer.status, answer.headers.location]).toEqual([303, `/verify/${code}`])
    }
    expect((await api.request(`GET /verify?code=${mistype(code)}`)).text).toContain(
      'This code was mistyped',
    )
    expect((await api.request('GET /verify?code=')).status).toBe(200)
  })

  test('leads from the SHA-256 of a PDF to its certificate, and says so when there is none', async () => {
    const code = await givenCode()
    const { rawPayload } = await api.server.inject({
      method: 'GET',
      url: `/certificates/${code}.pdf`,
    })
    const sha256 = createHash('sha256').update(rawPayload).digest('hex')

    const known = await api.request(`GET /verify?sha256=${sha256}`)
    const unknown = await api.request(`GET /verify?sha256=${randomBytes(32).toString('hex')}`)

    expect([known.status, known.headers.location]).toEqual([303, `/verify/${code}`])
    expect(unknown.status).toBe(404)
    expect(unknown.text).toContain('This file is not one of our certificates')
    expect((await api.request(`GET /verify/${code}`)).text).toContain(`data-sha256="${sha256}"`)
    expect(
      (
        await api.request(`GET /certificates/verify/${code}`, {
          token: (await api.given.learner()).token,
        })
      ).body.pdfSha256,
    ).toBe(sha256)
  })

  test('has its script from our own origin', async () => {
    const { status, headers, text } = await api.request('GET /verify/assets/compare.js')

    expect([status, headers['content-type'], headers['x-content-type-options']]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'nosniff',
    ])
    expect(text).toContain('SHA-256')
  })
})

describe('in the language of the reader', () => {
  test('texts and dates are in that language, and the page declares it', async () => {
    const code = await givenCode()
    await revokeCertificate(api.deps, { code, reason: 'x' })

    const { text, headers } = await api.request(`GET /verify/${code}`, {
      headers: { 'accept-language': 'da, de-AT;q=0.9, en;q=0.5' },
    })

    expect(text).toContain('<html lang="de" dir="ltr">')
    const date = new Intl.DateTimeFormat('de', { dateStyle: 'long', timeZone: 'UTC' }).format(
      new Date(),
    )
    expect(text).toContain(`Lyceum hat es am ${date} für ungültig erklärt.`)
    expect([headers['content-language'], String(headers.vary)]).toEqual([
      'de',
      expect.stringContaining('accept-language'),
    ])
  })

  test('the language that a reader chooses wins and stays; right-to-left languages run that way', async () => {
    const code = await givenCode()

    const { text } = await api.request(`GET /verify/${code}?lang=ar`, {
      headers: { 'accept-language': 'de' },
    })

    expect(text).toContain('<html lang="ar" dir="rtl">')
    expect(text).toContain('href="/verify?lang=ar"')
    expect(text).toContain(`<a href="/verify/${code}?lang=ja" lang="ja" hreflang="ja">`)
    expect((await api.request('GET /verify?lang=ar')).text).toContain(
      '<input type="hidden" name="lang" value="ar">',
    )
    expect((await api.request(`GET /verify?code=${code}&lang=ar`)).headers.location).toBe(
      `/verify/${code}?lang=ar`,
    )
    expect((await api.request('GET /verify?lang=%22%3E')).text).toContain('<html lang="en"')
  })

  test('a reader of no language gets that of the paper', async () => {
    const { code } = await givenCertificate(api, { course: { language: 'ja' } })

    expect((await api.request(`GET /verify/${code}`)).text).toContain('<html lang="ja" dir="ltr">')
  })

  test.each([
    ['zh-TW', 'zh-Hant'],
    ['zh', 'zh-Hans'],
    ['pt-BR', 'pt'],
    ['he-IL', 'he'],
  ])('%s is %s', (header, language) => {
    expect(voiceFor({ acceptLanguage: header }).language).toBe(language)
  })

  test.each(pageLanguages)(
    '%s has every text, with the same placeholders as English',
    (language) => {
      const { language: spoken, texts } = voiceFor({ acceptLanguage: language })
      const english = voiceFor({ acceptLanguage: 'en' }).texts
      const placesIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()

      expect(spoken).toBe(language)
      for (const [name, text] of Object.entries(texts)) {
        expect([name, text.trim().length > 0, placesIn(text)]).toEqual([
          name,
          true,
          placesIn(english[name as keyof typeof english]),
        ])
      }
    },
  )

  test.each([undefined, '', 'tlh', '*', 'q=;;,', 'x'.repeat(5_000)])(
    'a reader who asks for %j gets English',
    (header) => {
      expect(voiceFor({ acceptLanguage: header }).language).toBe('en')
    },
  )
})
