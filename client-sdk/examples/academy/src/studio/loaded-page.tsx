import type { ComponentProps } from 'react'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'

type LoadedPageProps<Data> = ComponentProps<typeof Loaded<Data>> & {
  /** Of the page, as long as there is nothing to show, or if there never is. */
  title: string
}

/** What shows a page of its own once it is loaded, and is a page before that, too. */
export function LoadedPage<Data>({ title, ...loaded }: LoadedPageProps<Data>) {
  if (loaded.query.data !== undefined) return <Loaded {...loaded} />
  return (
    <Page title={title}>
      <Loaded {...loaded} />
    </Page>
  )
}
