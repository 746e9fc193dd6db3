import { isLyceumError } from '@lyceum/sdk'
import { type QueryOperation, queryOptions } from '@lyceum/sdk/query'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { servedPage } from '../../base/served.ts'
import { tabStorage } from '../../base/storage.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../button.tsx'
import { isForbidden, isNotFound, isOffline, messageOf } from '../error-text.ts'
import { LockIcon, OfflineIcon } from '../icons.tsx'
import { TextLink } from '../link.tsx'
import { Page } from '../page.tsx'
import { Spinner } from '../spinner.tsx'

type Result<Data> = Pick<UseQueryResult<Data>, 'data' | 'error' | 'fetchStatus'> & {
  refetch: () => Promise<unknown>
}

interface LoadedProps<Data> {
  query: Result<Data>
  /** Whether there is nothing to show. Default: an empty list. */
  isEmpty?: (data: Data) => boolean
  /** Shown when there is nothing: explains what belongs here and how to begin. */
  empty?: ReactNode
  /** Shown while it loads. Default: a word that says so. */
  loading?: ReactNode
  children: (data: Data) => ReactNode
}

/** Shows the answer, or why there is none: loading, empty, an error, no right, no network. */
export function Loaded<Data>({ query, isEmpty, empty, loading, children }: LoadedProps<Data>) {
  const { data, error, fetchStatus } = query
  if (data !== undefined) {
    const items = Array.isArray(data) ? data : (data as { items?: unknown[] } | null)?.items
    const isNothing = isEmpty?.(data) ?? items?.length === 0
    if (isNothing && empty !== undefined) return <Empty>{empty}</Empty>
    return children(data)
  }
  if (error !== null) return <Failure error={error} retry={() => void query.refetch()} />
  if (fetchStatus === 'paused') return <Offline retry={() => void query.refetch()} />
  return loading ?? <Loading />
}

export type Operation<Input, Output> = QueryOperation<[input: Input, ...rest: never[]], Output>

interface ReadOptions<Output> {
  staleTime?: number
  gcTime?: number
  enabled?: boolean
  /** Returns the milliseconds until the next read, or false to stop polling. */
  again?: ((data: Output) => number | false) | undefined
}

/** Reads an operation. */
export function useRead<Input, Output>(
  of: Operation<Input, Output>,
  input?: NoInfer<Input>,
  { again, ...options }: ReadOptions<NoInfer<Output>> = {},
) {
  // The options know the input of one operation; this handles any.
  const operation = of as QueryOperation<[input?: object], Output>
  return useQuery({
    ...queryOptions(operation, input as object),
    ...options,
    refetchInterval: ({ state: { data } }) => (data && again?.(data)) ?? false,
  })
}

interface ReadProps<Input, Output>
  extends Omit<LoadedProps<Output>, 'query'>,
    ReadOptions<NoInfer<Output>> {
  of: Operation<Input, Output>
  input?: NoInfer<Input>
}

/** Shows what an operation answers, or why it does not. */
export function Read<Input, Output>(props: ReadProps<Input, Output>) {
  const { of, input, isEmpty, empty, children, ...options } = props
  return <Loaded query={useRead(of, input, options)} {...{ isEmpty, empty, children }} />
}

export function Loading() {
  return (
    <p role="status" className="flex items-center justify-center gap-3 py-16 text-muted">
      <Spinner /> {t('loading')}
    </p>
  )
}

/** Goes on with what the server has shown of the page until its script is there. */
export function Opening() {
  const { title, lead } = servedPage()
  if (title === undefined) return <Loading />
  return (
    <Page title={title} lead={lead}>
      <Loading />
    </Page>
  )
}

/** Holds the place of a text while it loads. */
export function TextSkeleton() {
  return (
    <div role="status" className="flex min-h-[70vh] animate-pulse flex-col gap-3">
      <span className="sr-only">{t('loading')}</span>
      {['w-full', 'w-11/12', 'w-full', 'w-4/5', 'w-full', 'w-2/3'].map((width, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change.
        <span key={line} aria-hidden="true" className={`h-4 rounded bg-panel ${width}`} />
      ))}
    </div>
  )
}

export function Empty({ children }: { children: ReactNode }) {
  return (
    <div className="rounded-xl border border-dashed border-field px-6 py-12 text-center text-muted">
      {children}
    </div>
  )
}

function Offline({ retry }: { retry: () => void }) {
  return (
    <Notice icon={<OfflineIcon />} title={t('offline.title')} text={t('offline.text')}>
      <Button onClick={retry}>{t('retry')}</Button>
    </Notice>
  )
}

/** Says why something cannot be shown, and what to do. */
export function Failure({ error, retry }: { error: unknown; retry: () => void }) {
  if (isOffline(error)) return <Offline retry={retry} />
  if (isForbidden(error))
    return (
      <Notice icon={<LockIcon />} title={t('noRight.title')} text={messageOf(error)}>
        <TextLink to="/">{t('notFound.toCourses')}</TextLink>
      </Notice>
    )
  if (isNotFound(error))
    return (
      <Notice title={t('notFound.title')} text={messageOf(error)}>
        <TextLink to="/">{t('notFound.toCourses')}</TextLink>
      </Notice>
    )
  const requestId = isLyceumError(error) ? error.requestId : undefined
  return (
    <Notice title={t('failed.title')} text={messageOf(error)}>
      {requestId !== undefined && (
        <p className="text-sm text-muted">{t('failed.request', { requestId })}</p>
      )}
      <Button onClick={retry}>{t('retry')}</Button>
    </Notice>
  )
}

interface NoticeProps {
  icon?: ReactNode
  title: string
  text: string
  /** The next step. */
  children: ReactNode
}

export function Notice({ icon, title, text, children }: NoticeProps) {
  return (
    <div
      role="alert"
      className="mx-auto flex max-w-md flex-col items-center gap-3 py-12 text-center"
    >
      {icon}
      <h2 className="text-xl font-semibold">{title}</h2>
      <p className="text-muted">{text}</p>
      {children}
    </div>
  )
}

/** Shows errors outside of queries: a script that failed to load, a fault of ours. */
export function RouteFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const message = error instanceof Error ? error.message : ''
  const isMissing = /dynamically imported module|^Importing a module/.test(message)
  const isStale = isMissing && navigator.onLine
  useEffect(() => {
    if (isStale) reloadOnce(message)
  }, [isStale, message])
  const retry = () => {
    if (isStale) return location.reload()
    reset()
    void router.invalidate()
  }
  return (
    <main id="content" className="px-4">
      {isMissing && !isStale ? <Offline retry={retry} /> : <Failure error={error} retry={retry} />}
    </main>
  )
}

/** Reloads for the scripts of a newer build, under the router's own key for those of its pages. */
function reloadOnce(message: string): void {
  const key = `tanstack_router_reload:${message}`
  if (tabStorage.get(key) !== null) return
  tabStorage.set(key, '1')
  // Without storage the page would reload forever.
  if (tabStorage.get(key) !== null) location.reload()
}

export function PageNotFound() {
  return (
    <Page title={t('notFound.title')} lead={t('notFound.text')} narrow>
      {/* The server cannot know which pages below a known one exist, and answers 200. */}
      <meta name="robots" content="noindex" />
      <TextLink to="/">{t('notFound.toCourses')}</TextLink>
    </Page>
  )
}
