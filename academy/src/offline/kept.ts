import { hashKey } from '@tanstack/react-query'
import { clear, createStore, delMany, entries, get, set, type UseStore } from 'idb-keyval'
import { isOffline } from '../ui/error-text.ts'

const database = createStore('academy', 'answers')
/** Opens the database on use: where storage is forbidden, opening it throws at once. */
const store: UseStore = async (mode, use) => database(mode, use)
const maxAgeMilliseconds = 30 * 86_400_000

interface Kept {
  data: unknown
  at: number
}
interface Options<Context, Data> {
  queryKey: readonly unknown[]
  queryFn(context: Context): Promise<Data>
}

/**
 * Options of a query whose answers stay on the device, for when there is no network. Its key names
 * the reader: nobody finds what somebody else has read.
 */
export function kept<Context extends { pageParam?: unknown }, Data, More extends object>(
  options: Options<Context, Data> & More,
): Options<Context, Data> & More & { networkMode: 'offlineFirst' } {
  async function queryFn(context: Context): Promise<Data> {
    const key = hashKey([...options.queryKey, context.pageParam])
    try {
      const data = await options.queryFn(context)
      // Keeps nothing where storage fails, as in private windows.
      set(key, { data, at: Date.now() } satisfies Kept, store).catch(() => undefined)
      return data
    } catch (error) {
      const found = isOffline(error) ? await read(key) : undefined
      if (found === undefined) throw error
      return found.data as Data
    }
  }
  return { ...options, queryFn, networkMode: 'offlineFirst' }
}

async function read(key: string): Promise<Kept | undefined> {
  const found = await get<Kept>(key, store).catch(() => undefined)
  return found !== undefined && !isOld(found) ? found : undefined
}

function isOld({ at }: Kept): boolean {
  return Date.now() - at >= maxAgeMilliseconds
}

export async function forgetOld(): Promise<void> {
  const all = await entries<string, Kept>(store).catch(() => [])
  const old = all.filter(([, one]) => isOld(one)).map(([key]) => key)
  await delMany(old, store).catch(() => undefined)
}

export async function forgetKept(): Promise<void> {
  await clear(store).catch(() => undefined)
}
