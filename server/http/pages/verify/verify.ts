import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toDisplayText } from '../../../../lib/display-text.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { toAppError } from '../../../errors/problem.ts'
import {
  formatCode,
  type ReadCode,
  readCode,
} from '../../../features/learning/certificates/code/code.ts'
import { Verification } from '../../../features/learning/certificates/schema.ts'
import {
  findCodeOfPdf,
  showCertificate,
  verifyCertificate,
} from '../../../features/learning/certificates/verify-certificate.ts'
import { legalLinksOf } from '../../../texts/legal.ts'
import { limitIpOf } from '../../client-ip.ts'
import { type Endpoint, htmlPage, inQuery, jsonContentOf } from '../../endpoints/endpoints.ts'
import { logUnexpected } from '../../failures.ts'
import { codeParameter } from '../../files/certificate-files.ts'
import { problemHeaders, sendProblem } from '../../send-problem.ts'
import { brandOf, findLogo, isBrandingKey, sendLogo } from './brand.ts'
import { certificatePage } from './certificate-page.ts'
import { sendVerifyPage, type VerifyPage } from './layout.ts'
import { type Refusal, refusalPage, startPage } from './other-pages.ts'
import { type Voice, voiceFor } from './voice.ts'

const scripts = ['compare.js', 'copy-link.js'].map((file) => ({
  file,
  text: readFileSync(new URL(file, import.meta.url), 'utf8'),
}))

/**
 * Mounts the pages for people, in the reader's language: a certificate with its validity, and the
 * form to enter a code.
 */
export async function mount(app: FastifyInstance, deps: Deps): Promise<void> {
  const { config } = deps
  const { publicUrl } = config
  const ownBrand = () => brandOf(config.certificateIssuer, config.certificates.branding)

  await app.register(async (pages) => {
    pages.setErrorHandler((error, request, reply) => {
      const failure = toAppError(error)
      logUnexpected(deps.log, failure)
      const refusal = refusalOf(failure)
      if (refusal === undefined) return sendProblem(request, reply, failure, publicUrl)
      return refuse(request, reply.status(failure.status).headers(problemHeaders(failure)), refusal)
    })

    for (const { file, text } of scripts)
      pages.get(`/verify/assets/${file}`, (_request, reply) =>
        reply
          .header('cache-control', 'public, max-age=3600')
          .type('text/javascript; charset=utf-8')
          .send(text),
      )

    pages.get('/verify/assets/logos/:key', async (request, reply) => {
      const { key } = request.params as { key: string }
      return sendLogo(reply, await findLogo(deps, key), isBrandingKey(key))
    })

    pages.get('/verify', async (request, reply) => {
      const { code, sha256 } = request.query as Record<string, string | string[] | undefined>
      const voice = voiceOf(request)
      if (typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256))
        return findFile(request, reply, sha256)
      if (typeof code !== 'string' || code.trim() === '')
        return sendPage(reply, voice, {
          ...startPage(voice),
          path: '/verify',
          brand: ownBrand(),
        })
      const read = readCode(code)
      return read.kind === 'code'
        ? reply.redirect(voice.link(`/verify/${formatCode(read.code)}`), 303)
        : refuseMistyped(request, reply, read)
    })

    pages.get('/certificates/:code.json', (request, reply) =>
      sendVerification(request, reply, (request.params as { code: string }).code),
    )

    pages.get('/verify/:code', async (request, reply) => {
      const { code } = request.params as { code: string }
      const read = readCode(code)
      if (read.kind !== 'code') return refuseMistyped(request, reply, read)
      const shown = await showCertificate({ ...deps, ip: limitIpOf(request) }, { code: read.code })
      const { verification, branding, brandingKey, language } = shown
      const voice = voiceOf(request, language)
      return sendPage(reply, voice, {
        ...certificatePage(voice, shown, { publicUrl }),
        path: `/verify/${verification.verificationCode}`,
        brand: brandOf(toDisplayText(verification.issuer), branding, brandingKey),
      })
    })
  })

  /** Sends it to programs, under the page's limit: an employer's system needs no account. */
  async function sendVerification(
    request: FastifyRequest,
    reply: FastifyReply,
    code: string,
  ): Promise<FastifyReply> {
    const ctx = { ...deps, ip: limitIpOf(request) }
    const found = await verifyCertificate(ctx, { code }).catch((error: unknown) =>
      toAppError(error),
    )
    if (found instanceof AppError) {
      logUnexpected(deps.log, found)
      return sendProblem(request, reply, found, publicUrl)
    }
    return reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex').send(found)
  }

  async function findFile(
    request: FastifyRequest,
    reply: FastifyReply,
    sha256: string,
  ): Promise<FastifyReply> {
    const code = await findCodeOfPdf({ ...deps, ip: limitIpOf(request) }, sha256)
    return code === undefined
      ? refuse(request, reply.status(404), 'unknownFile')
      : reply.redirect(voiceOf(request).link(`/verify/${code}`), 303)
  }

  function voiceOf({ headers, query }: FastifyRequest, otherwise?: string): Voice {
    const { lang: chosen } = query as Record<string, unknown>
    const acceptLanguage = headers['accept-language']
    return voiceFor({ chosen, acceptLanguage, otherwise, own: config.brand.texts.pages })
  }

  function sendPage(reply: FastifyReply, voice: Voice, page: Omit<VerifyPage, 'links'>) {
    const links = legalLinksOf(config.brand, [voice.language])
    return sendVerifyPage(reply, voice, { ...page, links })
  }

  function refuseMistyped(
    request: FastifyRequest,
    reply: FastifyReply,
    read: ReadCode,
  ): FastifyReply {
    const given = read.kind === 'mistyped' ? formatCode(read.code) : undefined
    return refuse(request, reply.status(404), 'mistyped', given)
  }

  function refuse(
    request: FastifyRequest,
    reply: FastifyReply,
    refusal: Refusal,
    given?: string,
  ): FastifyReply {
    const voice = voiceOf(request)
    const page = refusalPage(voice, refusal, given)
    return sendPage(reply, voice, { ...page, path: '/verify', brand: ownBrand() })
  }
}

/** Returns failures with a page of their own; any other gets the error body. */
function refusalOf({ name, status }: AppError): Refusal | undefined {
  if (name === 'CertificateNotFound') return 'unknown'
  if (name === 'RateLimited') return 'overLimit'
  return status >= 500 ? 'unavailable' : undefined
}

const failurePages: NonNullable<Endpoint['pages']> = {
  429: 'A page that asks you to wait',
  500: 'A page that says that the problem is on our side',
  503: 'A page that asks you to try again',
}

const languageParameter = inQuery(
  'lang',
  "Language of the page, such as `de`. Default: the browser's, or else the certificate's",
)

export const takesAnyQuery = true

export const endpoints: Endpoint[] = [
  {
    route: 'GET /verify/{code}',
    operationId: 'certificates_page',
    tag: 'certificates',
    summary: 'Show whether a certificate is valid, as a page',
    description:
      "The page behind a certificate's QR code: everything that is printed on it, and whether it " +
      'is valid, in the language that the browser asks for.',
    parameters: [codeParameter, languageParameter],
    content: htmlPage,
    pages: {
      404: 'A page that says that the code was mistyped, or that no certificate has it',
      ...failurePages,
    },
    limits: ['verificationsPerIp'],
  },
  {
    route: 'GET /certificates/{code}.json',
    operationId: 'certificates_public',
    tag: 'certificates',
    summary: 'Verify a certificate without an account',
    description: 'What `certificates.verify` answers, for anyone, as the page beside it.',
    parameters: [codeParameter],
    content: jsonContentOf(Verification, {
      valid: true,
      verificationCode: '7K2M-Q9XV-4RTB-W3HN-5',
      learnerName: 'Ada Lovelace',
      courseTitle: 'Building a course player',
      completedOn: '2026-11-21',
      minutes: 95,
      issuer: 'Lyceum',
      issuedAt: '2026-11-21T09:30:00.000Z',
      issuedOn: '2026-11-21',
      validUntil: '2027-11-21T23:59:59.000Z',
      lastDay: '2027-11-21',
      expired: false,
      status: 'issued',
      signatures: [{ name: 'Grace Hopper', title: 'Dean' }],
      lines: ['Accredited by the Guild'],
    }),
    limits: ['verificationsPerIp'],
    errors: ['CertificateNotFound'],
  },
  {
    route: 'GET /verify',
    operationId: 'certificates_start_page',
    tag: 'certificates',
    summary: 'Enter a verification code or drop a PDF, on a page',
    description:
      'With `code` or `sha256` it redirects (303) to the page of the certificate. A PDF is not ' +
      'uploaded: the browser computes and compares its SHA-256.',
    parameters: [
      inQuery('code', 'The verification code as it was typed'),
      inQuery('sha256', 'The SHA-256 of a PDF, in hexadecimal'),
      languageParameter,
    ],
    content: htmlPage,
    redirect: 'Redirects to the page of the certificate',
    pages: {
      404: 'A page that says that the code was mistyped, or that no certificate has this PDF',
      ...failurePages,
    },
    limits: ['verificationsPerIp'],
  },
]
