import { exportAccount } from '@lyceum/sdk'
import { useRouter } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { signOut } from '../../session/session-end.ts'
import { t } from '../../texts/texts.ts'
import { DownloadButton } from '../../ui/download-button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toasts.ts'
import { Proof } from './proof.tsx'

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

export function Erase() {
  const router = useRouter()
  return (
    <>
      <p className="mb-3 text-muted">{t('erase.text')}</p>
      <FormDialog
        name="erase"
        look="danger"
        isSilent
        send={async (_, proof) => {
          await lyceum.me.erase.mutate(proof)
          await signOut()
          await router.navigate({ to: '/' })
          toast({ tone: 'good', text: t('erase.done') })
        }}
      >
        <Proof requestCode={lyceum.me.requestErasureCode} />
      </FormDialog>
    </>
  )
}
