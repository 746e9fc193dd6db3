import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { findSource } from '../../../../db/queries/authoring/sources.ts'
import { isId } from '../../../../lib/ids.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { requestSync } from './request-sync.ts'
import { openHookSecret } from './source-secrets.ts'

interface Notice {
  /** The id as in the path, unchecked. */
  courseId: string
  /** `X-Hub-Signature-256` of GitHub and Gitea: the HMAC of the body. */
  signature: string | undefined
  /** `X-Gitlab-Token`: the secret itself. */
  token: string | undefined
  /** Read only for a signature, and never stored. */
  body: AsyncIterable<Uint8Array>
}

/** GitHub sends nothing longer. */
const maxNoticeBytes = 25 * 1024 * 1024

/**
 * Requests a sync if the notice is signed with the secret of the course. Its content does not
 * matter, and so neither do its order and how often it comes.
 * @throws HookRefused, the same for a course without a source; PayloadTooLarge
 */
export async function takeNotice(ctx: Deps, notice: Notice): Promise<void> {
  const { courseId, signature, token, body } = notice
  const source = isId(courseId) ? await findSource(ctx.db, courseId) : undefined
  const secret = source && (await openHookSecret(ctx, source))
  const isSigned =
    signature === undefined
      ? areEqual(token ?? '', secret ?? '')
      : await isSignedWith(secret, signature.toLowerCase(), body)
  if (!isSigned || secret === undefined) throw new AppError('HookRefused')
  await requestSync(ctx, courseId)
}

/** Reads the body only if it can be signed. @throws PayloadTooLarge */
async function isSignedWith(
  secret: string | undefined,
  signature: string,
  body: Notice['body'],
): Promise<boolean> {
  if (!/^sha256=[0-9a-f]{64}$/.test(signature)) return false
  // Does the same without a course, with a secret that nobody knows.
  const hmac = createHmac('sha256', secret ?? randomBytes(32))
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxNoticeBytes)
      throw new AppError('PayloadTooLarge', { facts: { maxBytes: maxNoticeBytes } })
    hmac.update(chunk)
  }
  return areEqual(signature, `sha256=${hmac.digest('hex')}`)
}

/** Compares in a time that reveals nothing about where they differ. */
function areEqual(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return first !== undefined && second !== undefined && timingSafeEqual(first, second)
}
