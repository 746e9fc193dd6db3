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

/** Keeps something of the reader under a name of its own; unlike answers, a failure is thrown. */
export const keepNamed = (name: string, data: unknown) =>
  set(name, { data, at: Date.now() } satisfies Kept, store)

export async function listNamed<Data>(prefix: string): Promise<Data[]> {
  const all = await entries<string, Kept>(store).catch(() => [])
  return all.filter(([key]) => key.startsWith(prefix)).map(([, { data }]) => data as Data)
}

export async function forgetNamed(name: string): Promise<void> {
  await delMany([name], store).catch(() => undefined)
}

/** Forgets all answers, but nothing whose name begins with this. */
export async function forgetAnswers(prefix: string): Promise<void> {
  const all = await entries<string, Kept>(store).catch(() => [])
  const answers = all.map(([key]) => key).filter((key) => !key.startsWith(prefix))
  await delMany(answers, store).catch(() => undefined)
}
