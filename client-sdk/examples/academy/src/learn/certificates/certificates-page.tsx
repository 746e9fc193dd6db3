import { Page } from '../../ui/page.tsx'

export function CertificatesPage() {
  return <Page title="CertificatesPage">{null}</Page>
}
