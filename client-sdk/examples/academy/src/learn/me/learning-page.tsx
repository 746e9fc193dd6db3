import { Page } from '../../ui/page.tsx'

export function LearningPage() {
  return <Page title="LearningPage">{null}</Page>
}
