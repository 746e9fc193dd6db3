import { Page } from '../../ui/page.tsx'

export function CoursePage() {
  return <Page title="CoursePage">{null}</Page>
}
