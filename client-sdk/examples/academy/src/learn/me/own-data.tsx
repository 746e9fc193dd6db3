import { exportAccount } from '@lyceum/sdk'
import { useRouter } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { signOut } from '../../session/session-end.ts'
import { t } from '../../texts/texts.ts'
import { DialogButton } from '../../ui/dialog.tsx'
import { DownloadButton } from '../../ui/download-button.tsx'
import { Form } from '../../ui/form.tsx'
import { toast } from '../../ui/toasts.ts'
import { Proof } from './proof.tsx'

/** All that is stored about the reader, as a file. */
export function Export() {
  const read = async () =>
    new Blob([JSON.stringify(await exportAccount(lyceum), null, 2)], { type: 'application/json' })
  return (
    <div className="mb-6">
      <p className="mb-3 text-muted">{t('account.exportText')}</p>
      <DownloadButton label={t('account.export')} name="account.json" read={read} />
    </div>
  )
}

/** The end of the account, for good. */
export function Erase() {
  const router = useRouter()
  return (
    <>
      <p className="mb-3 text-muted">{t('erase.text')}</p>
      <DialogButton label={t('erase.label')} title={t('erase.title')} look="danger">
        {() => (
          <Form
            submit={t('erase.label')}
            look="danger"
            onSubmit={async ({ password, code }) => {
              await lyceum.me.erase.mutate({ password, code })
              await signOut()
              await router.navigate({ to: '/' })
              toast({ tone: 'good', text: t('erase.done') })
            }}
          >
            <p>{t('erase.noWayBack')}</p>
            <Proof requestCode={lyceum.me.requestErasureCode} />
          </Form>
        )}
      </DialogButton>
    </>
  )
}
