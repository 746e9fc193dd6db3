import type { Outputs, SecondFactor } from '@lyceum/sdk'
import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Read } from '../../ui/data/loaded.tsx'
import { showDay } from '../../ui/format.ts'
import { TextField } from '../../ui/forms/controls.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { Section } from '../../ui/page.tsx'

const { me } = lyceum

/** Apps and passkeys that a sign-in needs besides the password. */
export function SecondFactors() {
  return (
    <Section title={t('factors')}>
      <p className="mb-4 text-muted">{t('factors.text')}</p>
      <Read of={me.secondFactors}>
        {({ items, recoveryCodesLeft }) => (
          <>
            <ul className="mb-4 flex flex-col gap-3">
              {items.map((factor) => (
                <Factor key={factor.id} factor={factor} />
              ))}
            </ul>
            {items.length > 0 && (
              <p className="mb-4">{t('factors.codesLeft', { count: recoveryCodesLeft })}</p>
            )}
            <div className="flex flex-wrap gap-3">
              {/* Its dialog stays until the recovery codes are read, when there is an app already. */}
              <div hidden={items.some(({ kind }) => kind === 'totp')}>
                <FormDialog
                  name="factors.addTotp"
                  to={me.startTotp}
                  result={(start, close) => <ConfirmTotp start={start} close={close} />}
                />
              </div>
              <FormDialog
                name="factors.addPasskey"
                to={me.startPasskey}
                result={(start, close) => <ConfirmPasskey start={start} close={close} />}
              />
              {items.length > 0 && (
                <FormDialog
                  name="factors.newCodes"
                  to={me.makeRecoveryCodes}
                  result={({ recoveryCodes }, close) => (
                    <Added codes={recoveryCodes} close={close} />
                  )}
                />
              )}
            </div>
          </>
        )}
      </Read>
    </Section>
  )
}

function Factor({ factor: { id: factorId, kind, name, lastUsedAt } }: { factor: SecondFactor }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3">
      <span>
        {t(`factors.${kind}`)} <bdi className="text-muted">{name}</bdi>
        <span className="block text-sm text-muted">
          {lastUsedAt ? t('factors.usedOn', { day: showDay(lastUsedAt) }) : t('factors.unused')}
        </span>
      </span>
      <FormDialog
        name="factors.remove"
        look="danger"
        to={me.removeSecondFactor}
        input={{ factorId }}
      />
    </li>
  )
}

type Codes = readonly string[] | null

function ConfirmTotp({ start, close }: { start: Outputs['me']['startTotp']; close: () => void }) {
  const [codes, setCodes] = useState<Codes>()
  if (codes !== undefined) return <Added codes={codes} close={close} />
  const { qrCode, secret, ticket } = start
  return (
    <div className="flex flex-col gap-4">
      <p>{t('factors.scan')}</p>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(qrCode)}`}
        alt={t('factors.qrCode')}
        className="size-52 self-center rounded-lg"
      />
      <CopyField label={t('factors.secret')} value={secret} hint={t('factors.secretHint')} />
      <Form
        submit={t('factors.confirm')}
        to={me.confirmTotp}
        onSubmit={async ({ name = '', code = '' }) => {
          const added = await me.confirmTotp.mutate({ ticket, name, code })
          setCodes(added.recoveryCodes)
        }}
      >
        <TextField
          name="code"
          label={t('factors.firstCode')}
          inputMode="numeric"
          autoComplete="one-time-code"
          isRequired
        />
        <NameOfFactor />
      </Form>
    </div>
  )
}

function NameOfFactor() {
  return <TextField name="name" label={t('field.name')} hint={t('factors.nameHint')} isRequired />
}

type PasskeyStart = Outputs['me']['startPasskey']
type NewPasskey = Parameters<typeof me.confirmPasskey.mutate>[0]['passkey']

function ConfirmPasskey({ start, close }: { start: PasskeyStart; close: () => void }) {
  const [codes, setCodes] = useState<Codes>()
  if (codes !== undefined) return <Added codes={codes} close={close} />
  const { options, ticket } = start
  return (
    <Form
      submit={t('factors.makePasskey')}
      to={me.confirmPasskey}
      onSubmit={async ({ name = '' }) => {
        // Loaded with the first passkey alone.
        const { startRegistration } = await import('@simplewebauthn/browser')
        const made = await startRegistration({ optionsJSON: options as never })
        const passkey = made as unknown as NewPasskey
        const added = await me.confirmPasskey.mutate({ ticket, name, passkey })
        setCodes(added.recoveryCodes)
      }}
    >
      <NameOfFactor />
    </Form>
  )
}

/** Confirms a new factor, and shows new recovery codes this one time. */
function Added({ codes, close }: { codes: Codes; close: () => void }) {
  return (
    <div className="flex flex-col gap-4" role="status">
      {codes === null ? (
        <p>{t('factors.added')}</p>
      ) : (
        <CopyField
          label={t('factors.codes')}
          hint={t('factors.codesHint')}
          value={codes.join('\n')}
          rows={codes.length}
        />
      )}
      <Button className="self-start" onClick={close}>
        {t('close')}
      </Button>
    </div>
  )
}
