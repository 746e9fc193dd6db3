import { createHash } from 'node:crypto'
import type { Db } from '../../../db/client.ts'
import { findBranding, putBranding } from '../../../db/queries/branding.ts'
import type { Branding, Signature } from '../../adapters/pdf-printer/branding.ts'
import type { FrozenBranding } from '../../adapters/pdf-printer/branding-cache.ts'
import type { Deps } from '../../context.ts'

/** The branding of a course's certificates. The settings supply what it leaves out. */
export interface CourseBranding {
  /** The organization named on certificates. */
  issuer?: string
  /** A `data:` URL; null to print the name of the issuer instead. */
  logo?: string | null
  /** #rrggbb. */
  color?: string
  /** #rrggbb. */
  accent?: string
  signatures?: readonly Signature[]
  lines?: readonly string[]
}

/** The issuer of a certificate, and its branding. */
export interface IssuerBranding {
  issuer: string
  branding: Branding
}

/** Stores the branding of a course, and returns its key. Null for a course without one. */
export async function storeCourseBranding(
  db: Db,
  branding: CourseBranding | undefined,
): Promise<string | null> {
  if (branding === undefined) return null
  const { issuer, logo, color, accent, signatures, lines } = branding
  return storeBranding(db, {
    issuer,
    logo,
    color,
    accent,
    signatures: signatures?.map(inOrder),
    lines,
  })
}

/** The current branding of a course: each field from the course, or else from the settings. */
export async function findCourseBranding(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  own: string | null,
): Promise<IssuerBranding> {
  const { issuer = config.certificateIssuer, ...ofCourse } =
    own === null ? {} : ((await readBranding(db, own)) as CourseBranding)
  const { logo, color, accent, signatures, lines } = {
    ...config.certificates.branding,
    ...ofCourse,
  }
  return { issuer, branding: { ...(logo != null && { logo }), color, accent, signatures, lines } }
}

/** The branding that a certificate issued now keeps. */
export async function freezeBranding(ctx: Deps, own: string | null): Promise<FrozenBranding> {
  const { frozen } = ctx.brandings
  const known = frozen.get(own ?? '')
  if (known !== undefined) return known

  const { issuer, branding } = await findCourseBranding(ctx, own)
  const { logo, color, accent, signatures, lines } = branding
  const current = {
    issuer,
    branding: await storeBranding(ctx.db, {
      logo,
      color,
      accent,
      signatures: signatures.map(inOrder),
      lines,
    }),
  }
  ctx.afterCommit(() => frozen.set(own ?? '', current))
  return current
}

/**
 * The branding that a certificate was issued with: the same object each time, so that the printer
 * can keep the template it made of it.
 */
export async function brandingOf(
  { db, brandings }: Pick<Deps, 'db' | 'brandings'>,
  key: string,
): Promise<Branding> {
  const branding = brandings.read.get(key) ?? ((await readBranding(db, key)) as Branding)
  brandings.read.set(key, branding)
  return branding
}

/** With the fields in the same order, so that the same branding has the same hash. */
function inOrder({ name, title, image }: Signature): Signature {
  return { name, title, image }
}

async function storeBranding(db: Db, branding: object): Promise<string> {
  const content = JSON.stringify(branding)
  const sha256 = createHash('sha256').update(content).digest('hex')
  await putBranding(db, { sha256, content })
  return sha256
}

async function readBranding(db: Db, sha256: string): Promise<unknown> {
  const content = await findBranding(db, sha256)
  if (content === undefined) throw new Error('There is no such branding.')
  return JSON.parse(content)
}
