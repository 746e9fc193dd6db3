import { createHmac } from 'node:crypto'
import rateLimit, { type FastifyRateLimitOptions, type RateLimitOptions } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { keyPrefix } from '../../adapters/rate-limit-store/rate-limit-store.ts'
import { exemptionOf } from '../../config/exempt-networks.ts'
import type { Deps } from '../../context.ts'
import {
  allowedUsesOf,
  createDoorLimits,
  type DoorCount,
  type DoorLimitName,
  type DoorLimits,
  doorLimits,
} from '../../security/door-limits.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Key of the current count, read as soon as it begins. */
    countedBy: string
  }
}

/** One or more uses of a limit. */
export interface Use {
  name: DoorLimitName
  /** The IP address or account that the limit counts by. */
  who: string
  uses?: number
}

export interface Counters {
  /** Counts a request towards a limit: for all processes if there is a store, else for this one. */
  count(request: FastifyRequest, use: Use): DoorCount | Promise<DoorCount>
  /** Counts only in this process, to bound its own memory and parser. */
  here: DoorLimits
}

/** Limits that count one per request, which @fastify/rate-limit counts in memory, too. */
const perRequest = [
  'strangersPerIp',
  'preflightsPerIp',
  'filesPerIp',
  'paymentEventsPerIp',
] as const
const sharedLimits = (Object.keys(doorLimits) as DoorLimitName[]).filter(
  (name) => doorLimits[name].isShared,
)

/** Exceeds what a batch may hold. */
const maxSharedUses = 11

type Limiter = (request: FastifyRequest) => Promise<DoorCount>
type Limiters = ReadonlyMap<DoorLimitName, Limiter>

export async function createCounters(app: FastifyInstance, deps: Deps): Promise<Counters> {
  const { config, now, rateLimitStore: store } = deps
  const scale = config.rateLimitScale
  app.decorateRequest('countedBy', '')
  const here = createDoorLimits({ now, scale })
  const inMemory = await createLimiters(app, { names: perRequest, scale, plugin: {} })
  const shared =
    store === undefined
      ? undefined
      : await createLimiters(app, {
          names: sharedLimits,
          scale,
          plugin: { redis: store.client, nameSpace: keyPrefix },
        })

  function countHere(
    request: FastifyRequest,
    { name, who, uses }: Use,
  ): DoorCount | Promise<DoorCount> {
    const limiter = inMemory.get(name)
    if (limiter === undefined) return here.count(name, who, uses)
    request.countedBy = who
    return limiter(request)
  }

  async function countShared(
    request: FastifyRequest,
    { name, who, uses = 1 }: Use,
  ): Promise<DoorCount | undefined> {
    const limiter = shared?.get(name)
    if (limiter === undefined) return undefined
    // Gives each limit its own keys, which show no address or account.
    request.countedBy = createHmac('sha256', deps.keys.codes)
      .update(`${name} ${who}`)
      .digest('base64url')
    // Sends them together; the store counts one at a time, in this order. A longer batch is refused
    // anyway.
    const length = Math.min(uses, maxSharedUses)
    const counts = await store?.ask(() =>
      Promise.all(Array.from({ length }, () => limiter(request))),
    )
    return counts?.at(-1)
  }

  const isExempt = exemptionOf(config.limitExemptNetworks)

  function uncounted(name: DoorLimitName): DoorCount {
    const allowedUses = allowedUsesOf(name, scale)
    const resetsInSeconds = doorLimits[name].windowSeconds
    return { isWithin: true, allowedUses, usesLeft: allowedUses, resetsInSeconds }
  }

  return {
    here,
    count: (request, use) => {
      if (doorLimits[use.name].countedBy === 'IP address' && isExempt(use.who))
        return uncounted(use.name)
      return store === undefined
        ? countHere(request, use)
        : countShared(request, use).then((count) => count ?? countHere(request, use))
    },
  }
}

/** Creates limiters of a store of their own: the plugin keeps one for each scope. */
async function createLimiters(
  app: FastifyInstance,
  {
    names,
    scale,
    plugin,
  }: { names: readonly DoorLimitName[]; scale: number; plugin: FastifyRateLimitOptions },
): Promise<Limiters> {
  const limiters = new Map<DoorLimitName, Limiter>()
  await app.register(async (scope) => {
    await scope.register(rateLimit, { ...plugin, global: false })
    for (const name of names) limiters.set(name, limiterOf(scope, name, scale))
  })
  return limiters
}

function limiterOf(scope: FastifyInstance, name: DoorLimitName, scale: number): Limiter {
  const { windowSeconds, remembers } = doorLimits[name]
  const allowedUses = allowedUsesOf(name, scale)
  const options: RateLimitOptions = {
    max: allowedUses,
    timeWindow: windowSeconds * 1000,
    cache: remembers,
    keyGenerator: ({ countedBy }) => countedBy,
  }
  const count = scope.createRateLimit(options)
  return async (request) => {
    const counted = await count(request)
    if (counted.isAllowed) throw new Error('The door lists nobody that is always let in.')
    return {
      isWithin: !counted.isExceeded,
      allowedUses,
      usesLeft: counted.remaining,
      resetsInSeconds: Math.max(1, counted.ttlInSeconds),
    }
  }
}
