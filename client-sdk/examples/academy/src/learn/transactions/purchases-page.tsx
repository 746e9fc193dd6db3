import { Page } from '../../ui/page.tsx'

export function PurchasesPage() {
  return <Page title="PurchasesPage">{null}</Page>
}
