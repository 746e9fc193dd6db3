import { LRUCache } from 'lru-cache'

interface DoorLimit {
  uses: number
  windowSeconds: number
  /** The counted requests, in words. */
  counts: string
  countedBy: 'IP address' | 'account' | 'key'
  /** Requests that it is for, in words, for the table in docs/limits.md. */
  where: string
  /** Whether all processes may count together; else it bounds what one process must hold. */
  isShared: boolean
  /** How many are remembered: with fewer, a flood of new ones would evict the limited one. */
  remembers: number
}

/** Limits counted before anything else of a request is looked at. */
export const doorLimits = {
  strangersPerIp: {
    uses: 300,
    windowSeconds: 60,
    counts: 'requests without a valid token',
    countedBy: 'IP address',
    where: 'all but `/livez` and `/readyz`, unknown and malformed requests too',
    isShared: true,
    remembers: 100_000,
  },
  callsPerAccount: {
    uses: 600,
    windowSeconds: 60,
    counts: 'requests with a valid token; each call of a batch counts',
    countedBy: 'account',
    where: 'all but `/livez` and `/readyz`',
    isShared: true,
    remembers: 20_000,
  },
  requestsPerKey: {
    uses: 600,
    windowSeconds: 60,
    counts: 'requests with an API key; each call of a batch counts',
    countedBy: 'key',
    where: 'all but `/livez` and `/readyz`; the first request with a key counts by its IP address',
    isShared: true,
    remembers: 1_000,
  },
  // Allows twenty accounts at full speed, or a school of a thousand learners at work.
  signedInCallsPerIp: {
    uses: 12_000,
    windowSeconds: 60,
    counts: 'requests with a valid token, of all accounts together; each call of a batch counts',
    countedBy: 'IP address',
    where: 'all but `/livez` and `/readyz`',
    isShared: true,
    remembers: 20_000,
  },
  // Counts requests that browsers send without a token, one for each new URL.
  preflightsPerIp: {
    uses: 6_000,
    windowSeconds: 60,
    counts: 'CORS preflight requests',
    countedBy: 'IP address',
    where: '`OPTIONS` anywhere',
    isShared: true,
    remembers: 20_000,
  },
  // Counts apart: behind a proxy they all come from its IP, and must not affect other clients.
  unreadablePerIp: {
    uses: 300,
    windowSeconds: 60,
    counts: 'requests that are not HTTP',
    countedBy: 'IP address',
    where: 'refused by the parser, by the address of the connection',
    isShared: false,
    remembers: 10_000,
  },
  // Allows many without a token: a page has many pictures, and a school one IP.
  filesPerIp: {
    uses: 6_000,
    windowSeconds: 60,
    counts: 'requests for files of lessons',
    countedBy: 'IP address',
    where: '`GET /media/{sha256}/{name}`',
    isShared: true,
    remembers: 20_000,
  },
  paymentEventsPerIp: {
    uses: 3_000,
    windowSeconds: 60,
    counts: 'events of the payment provider',
    countedBy: 'IP address',
    where: '`POST /api/v1/payments/{provider}/webhook`',
    isShared: true,
    remembers: 10_000,
  },
  unsignedPaymentEventsPerIp: {
    uses: 100,
    windowSeconds: 60,
    counts: 'events of payments whose signature is not, or not yet, found to be valid',
    countedBy: 'IP address',
    where: '`POST /api/v1/payments/{provider}/webhook`',
    isShared: false,
    remembers: 10_000,
  },
} as const satisfies Record<string, DoorLimit>

export type DoorLimitName = keyof typeof doorLimits

/** The rest of a limit. */
export interface DoorCount {
  isWithin: boolean
  allowedUses: number
  usesLeft: number
  /** Seconds until all uses are allowed again; at least one. */
  resetsInSeconds: number
}

/** Returns the uses that a limit allows in its window on this server; at least one. */
export function allowedUsesOf(name: DoorLimitName, scale: number): number {
  return Math.max(1, Math.floor(doorLimits[name].uses * scale))
}

export interface DoorLimits {
  /** Counts uses, of which one too many is no longer within the limit. -1 gives one back. */
  count(name: DoorLimitName, who: string, uses?: number): DoorCount
}

interface Window {
  used: number
  endsAt: number
}

export function createDoorLimits({ now, scale }: { now: () => Date; scale: number }): DoorLimits {
  const windows = new Map<DoorLimitName, LRUCache<string, Window>>()

  /** Makes it on first use, because it reserves its memory at once. */
  function windowsOf(name: DoorLimitName): LRUCache<string, Window> {
    const known = windows.get(name) ?? new LRUCache({ max: doorLimits[name].remembers })
    windows.set(name, known)
    return known
  }

  return {
    count: (name, who, uses = 1) => {
      const { windowSeconds } = doorLimits[name]
      const allowedUses = allowedUsesOf(name, scale)
      const at = now().getTime()
      const known = windowsOf(name).get(who)
      const window =
        known !== undefined && known.endsAt > at
          ? known
          : { used: 0, endsAt: at + windowSeconds * 1000 }
      window.used = Math.max(0, window.used + uses)
      windowsOf(name).set(who, window)
      return {
        isWithin: window.used <= allowedUses,
        allowedUses,
        usesLeft: Math.max(0, allowedUses - window.used),
        resetsInSeconds: Math.max(1, Math.ceil((window.endsAt - at) / 1000)),
      }
    },
  }
}
