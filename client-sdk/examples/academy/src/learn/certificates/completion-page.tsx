import { Page } from '../../ui/page.tsx'

export function CompletionPage() {
  return <Page title="CompletionPage">{null}</Page>
}
