import { type ReactNode, useEffect, useRef } from 'react'
import { useSchool } from '../base/school.ts'
import { inLanguageOf } from './in-language.ts'

interface PageProps {
  title: string
  /** The language of the title, where it is not that of the app. */
  lang?: string
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
  /** Limits the line length, for texts and forms. */
  narrow?: boolean
}

let isNewPage = false

/** Notes a navigation, so that the next page shown takes the focus. */
export function noteNavigation({ pathChanged, fromLocation }: Navigation): void {
  isNewPage ||= pathChanged && fromLocation !== undefined
}

interface Navigation {
  pathChanged: boolean
  /** Undefined on the first load, where the browser places the focus correctly. */
  fromLocation?: object
}

/** A page of the app: sets the browser's title and moves the focus for screen readers. */
export function Page({ title, lang, lead, actions, narrow = false, children }: PageProps) {
  const main = useRef<HTMLElement>(null)
  useTitle(title)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another page
  useEffect(() => {
    if (isNewPage && main.current?.contains(document.activeElement) === false) main.current.focus()
    isNewPage = false
  }, [title])
  return (
    <main
      ref={main}
      id="content"
      tabIndex={-1}
      className={`mx-auto w-full px-4 py-8 outline-none sm:px-6 ${narrow ? 'max-w-2xl' : 'max-w-6xl'}`}
    >
      <div className="mb-6 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h1
            dir="auto"
            {...inLanguageOf(lang)}
            className="text-2xl font-bold text-balance sm:text-3xl"
          >
            {title}
          </h1>
          {lead !== undefined && (
            <p dir="auto" className="mt-1 text-muted">
              {lead}
            </p>
          )}
        </div>
        {actions !== undefined && (
          <div className="flex flex-wrap items-center gap-2">{actions}</div>
        )}
      </div>
      {children}
    </main>
  )
}

export function useTitle(title: string): void {
  const { name } = useSchool()
  useEffect(() => {
    document.title = `${title} · ${name}`
  }, [title, name])
}

export function Section({
  title,
  actions,
  children,
}: {
  title: string
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="mb-10 min-w-0">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-xl font-semibold">{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  )
}

export function Panel({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`rounded-xl border border-line bg-panel p-4 ${className}`}>{children}</div>
}
