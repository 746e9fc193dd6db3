import { Page } from '../../ui/page.tsx'

export function RegisterPage() {
  return <Page title="RegisterPage">{null}</Page>
}
