import { LRUCache } from 'lru-cache'
import type { Branding } from './branding.ts'

/** The branding that certificates issued now keep. */
export interface FrozenBranding {
  issuer: string
  /** The key of the stored branding. */
  branding: string
}

/** Brandings that were read or stored before: of one service, so with one set of settings. */
export interface BrandingCache {
  /** Those that are frozen now, by the key of the course's own; '' for courses without one. */
  frozen: LRUCache<string, FrozenBranding>
  /** By key. */
  read: LRUCache<string, Branding>
}

export function createBrandingCache(): BrandingCache {
  return {
    frozen: new LRUCache({ max: 1_000 }),
    // As many as may be printed at the same time, each with four pictures at most.
    read: new LRUCache({ max: 8 }),
  }
}
