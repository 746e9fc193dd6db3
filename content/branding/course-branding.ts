import type { Branding, Design, Signature } from './branding.ts'

/** The branding of a course's certificates. The settings supply what it leaves out. */
export interface CourseBranding extends Design {
  /** The organization named on certificates. */
  issuer?: string
  /** A `data:` URL; null to print the issuer's name instead. */
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
