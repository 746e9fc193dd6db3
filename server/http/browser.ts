import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Browser } from '../context.ts'

/** The cookies of one request and its answer, parsed on first use. */
export class RequestBrowser implements Browser {
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  readonly #isHttps: boolean

  constructor(request: FastifyRequest, reply: FastifyReply, publicUrl: string) {
    this.#request = request
    this.#reply = reply
    this.#isHttps = publicUrl.startsWith('https:')
  }

  cookie(name: string): string | undefined {
    return parseCookie(this.#request.headers.cookie ?? '')[name]
  }

  setCookie(name: string, value: string, maxAgeSeconds: number): void {
    const cookie = {
      name,
      value,
      maxAge: maxAgeSeconds,
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: this.#isHttps,
    } as const
    this.#reply.header('set-cookie', stringifySetCookie(cookie))
  }
}
