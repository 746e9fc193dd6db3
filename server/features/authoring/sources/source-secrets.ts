import { resealSource, type SourceRow } from '../../../../db/queries/authoring/sources.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import {
  isSealedWithFormerKey,
  openSecret,
  sealSecret,
} from '../../../security/key-ring/stored-secrets.ts'

type Use = 'credential' | 'hook'

/** Encrypts a secret of a course's source; it can be read as no other. */
export function sealFor(ctx: Deps, courseId: string, use: Use, secret: string): Buffer {
  return sealSecret(ctx.keys, secret, `${courseId} ${use}`)
}

/** Opens the secret; undefined if the server's keys no longer can. */
export function openHookSecret(
  ctx: Deps,
  { courseId, hookSecret }: SourceRow,
): Promise<string | undefined> {
  return openSecret(ctx.keys, hookSecret, `${courseId} hook`)
}

/**
 * Opens the secret that the host wants to see; null for a public repository. One sealed with a
 * former key is sealed anew.
 * @throws InvalidFields
 */
export async function openCredential(ctx: Deps, source: SourceRow): Promise<string | null> {
  const { courseId, credential: sealed, hookSecret } = source
  const opened = sealed && (await openSecret(ctx.keys, sealed, `${courseId} credential`))
  if (opened === undefined) throw new AppError('InvalidFields', { message: lostKey })
  if ([sealed ?? hookSecret, hookSecret].some((one) => isSealedWithFormerKey(ctx.keys, one)))
    await reseal(ctx, source, opened)
  return opened
}

const lostKey = 'The credential cannot be read with the keys of this server: set it again.'

async function reseal(ctx: Deps, source: SourceRow, credential: string | null): Promise<void> {
  const { courseId, hookSecret } = source
  const secret = await openHookSecret(ctx, source)
  await resealSource(ctx.db, {
    before: source,
    after: {
      credential: credential === null ? null : sealFor(ctx, courseId, 'credential', credential),
      hookSecret: secret === undefined ? hookSecret : sealFor(ctx, courseId, 'hook', secret),
    },
  })
}
