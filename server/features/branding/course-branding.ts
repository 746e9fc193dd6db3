import { createHash } from 'node:crypto'
import type { Db } from '../../../db/client.ts'
import { findBranding, putBranding } from '../../../db/queries/branding.ts'
import type { Branding, Signature } from '../../adapters/pdf-printer/branding.ts'
import type { Config } from '../../config/config.ts'
import type { Deps } from '../../context.ts'

/** What a course says about its certificates. What it leaves out is as the settings say. */
export interface CourseBranding {
  /** Organisation that certificates name. */
  issuer?: string
  /** A `data:` address; null where the name of the issuer is to stand there. */
  logo?: string | null
  /** #rrggbb. */
  color?: string
  /** #rrggbb. */
  accent?: string
  signatures?: readonly Signature[]
  lines?: readonly string[]
}

/** Who issues a certificate, and what it looks like. */
export interface Design {
  issuer: string
  branding: Branding
}

/**
 * Stores what a course says about its certificates, and answers by what name. Null where it says
 * nothing.
 */
export async function storeCourseBranding(
  db: Db,
  design: CourseBranding | undefined,
): Promise<string | null> {
  if (design === undefined) return null
  const { issuer, logo, color, accent, signatures, lines } = design
  return keep(db, { issuer, logo, color, accent, signatures: signatures?.map(inOrder), lines })
}

/**
 * What certificates of a course look like now: field by field as the course says, and else as the
 * settings do.
 */
export async function findCourseBranding(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  own: string | null,
): Promise<Design> {
  const { issuer = config.certificateIssuer, ...look } =
    own === null ? {} : ((await read(db, own)) as CourseBranding)
  const { logo, color, accent, signatures, lines } = { ...config.certificates.branding, ...look }
  return { issuer, branding: { ...(logo != null && { logo }), color, accent, signatures, lines } }
}

export interface FrozenBranding {
  issuer: string
  /** Name of the whole look, which stays whatever becomes of course and settings. */
  branding: string
}

/**
 * By the service's settings, and then by the name of what the course says: read and stored once by
 * each process.
 */
const frozen = new WeakMap<Config, Map<string | null, FrozenBranding>>()

/** What a certificate that is issued now looks like for ever. */
export async function freezeBranding(ctx: Deps, own: string | null): Promise<FrozenBranding> {
  const known = frozen.get(ctx.config) ?? new Map<string | null, FrozenBranding>()
  frozen.set(ctx.config, known)
  const before = known.get(own)
  if (before !== undefined) return before

  const { issuer, branding } = await findCourseBranding(ctx, own)
  const { logo, color, accent, signatures, lines } = branding
  const look = {
    issuer,
    branding: await keep(ctx.db, { logo, color, accent, signatures: signatures.map(inOrder), lines }),
  }
  ctx.afterCommit(() => known.set(own, look))
  return look
}

/** As many as may be printed at the same time, each with four pictures at most. */
const keptBrandings = 8
const brandings = new Map<string, Branding>()

/**
 * The look that a certificate was issued with: the same object again, so that those who print know
 * it again.
 */
export async function brandingOf({ db }: Pick<Deps, 'db'>, design: string): Promise<Branding> {
  const branding = brandings.get(design) ?? ((await read(db, design)) as Branding)
  brandings.delete(design)
  brandings.set(design, branding)
  const [oldest] = brandings.keys()
  if (brandings.size > keptBrandings && oldest !== undefined) brandings.delete(oldest)
  return branding
}

/** The same fields in the same order are the same content. */
function inOrder({ name, title, image }: Signature): Signature {
  return { name, title, image }
}

async function keep(db: Db, design: object): Promise<string> {
  const content = JSON.stringify(design)
  const sha256 = createHash('sha256').update(content).digest('hex')
  await putBranding(db, { sha256, content })
  return sha256
}

/** What `keep` wrote. */
async function read(db: Db, sha256: string): Promise<unknown> {
  const content = await findBranding(db, sha256)
  if (content === undefined) throw new Error('There is no such design of a certificate.')
  return JSON.parse(content)
}
