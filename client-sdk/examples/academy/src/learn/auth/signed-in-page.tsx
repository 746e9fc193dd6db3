import { Page } from '../../ui/page.tsx'

export function SignedInPage() {
  return <Page title="SignedInPage">{null}</Page>
}
