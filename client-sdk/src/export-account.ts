import { isLyceumError } from './errors.ts'
import type { AccountExport } from './generated/router.ts'
import type { Operations } from './operations.ts'
import { untilAborted } from './transport/deadline.ts'

/**
 * Returns everything stored about the user, from all pages of `me.export`. Waits as long as the
 * server asks it to between two pages, so a very long export can take minutes.
 *
 * @throws LyceumError RateLimited when there were too many exports in the last hour
 * @example
 * ```ts
 * const blob = new Blob([JSON.stringify(await exportAccount(lyceum))])
 * ```
 */
export async function exportAccount(
  lyceum: Pick<Operations, 'me'>,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<AccountExport> {
  const options = signal === undefined ? {} : { signal }
  const whole = await lyceum.me.export.query({}, options)
  while (whole.nextCursor !== null) {
    const page = await nextPage(lyceum, whole.nextCursor, options)
    for (const [name, items] of Object.entries(page)) {
      const list: unknown = whole[name as keyof AccountExport]
      if (Array.isArray(list)) list.push(...(items as unknown[]))
    }
    whole.nextCursor = page.nextCursor
  }
  return whole
}

async function nextPage(
  lyceum: Pick<Operations, 'me'>,
  cursor: string,
  options: { signal?: AbortSignal },
): Promise<AccountExport> {
  for (;;) {
    try {
      return await lyceum.me.export.query({ cursor }, options)
    } catch (error) {
      if (!isLyceumError(error) || error.name !== 'RateLimited') throw error
      const milliseconds = (error.retryAfterSeconds ?? 1) * 1000
      await untilAborted(options.signal, new Promise((end) => setTimeout(end, milliseconds)))
    }
  }
}
