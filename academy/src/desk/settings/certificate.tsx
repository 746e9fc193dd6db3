import type { SchoolSettings } from '@lyceum/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSchool } from '../../base/school.ts'
import { lyceum } from '../../lyceum.ts'
import { language, t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/data/loaded.tsx'
import { LiveFields } from '../../ui/forms/fields.tsx'
import { FieldsForm } from '../../ui/forms/fields-form.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { ListEditor } from '../../ui/forms/list-editor.tsx'
import { ColorField, LinesField, linesIn, PictureField } from '../../ui/forms/more-fields.tsx'
import { Section } from '../../ui/page.tsx'
import {
  type Changes,
  type Editing,
  formLook,
  onPages,
  PictureSetting,
  SettingsPage,
} from './settings.tsx'

const { settings: operations } = lyceum.admin

export function CertificateSettingsPage() {
  return (
    <SettingsPage title="certificateLook" names={onPages.ofCertificates}>
      {(editing) => <CertificateLook {...editing} />}
    </SettingsPage>
  )
}

function CertificateLook(editing: Editing) {
  const { settings, isOpen, save } = editing
  const [tried, setTried] = useState<Changes>({})
  const known = useSchool().config?.colors
  const otherwise = { certificateColor: known?.color, certificateAccentColor: known?.accent }
  const colors = ['certificateColor', 'certificateAccentColor'] as const
  const changesIn = (typed: Readonly<Record<string, string | undefined>>): Changes => ({
    ...(isOpen('certificateIssuer') && {
      certificateIssuer: typed.certificateIssuer?.trim() || null,
    }),
    ...Object.fromEntries(
      colors.filter(isOpen).map((name) => [name, typed[name]?.trim() || null] as const),
    ),
    ...(isOpen('certificateLines') && { certificateLines: linesIn(typed.certificateLines) }),
  })
  return (
    <div className="grid gap-x-10 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div>
        <FieldsForm
          {...formLook}
          to={operations.update}
          of={settings}
          fields={(['certificateIssuer'] as const).filter(isOpen)}
          without={[
            'revision',
            'certificateLogo',
            'certificateColor',
            'certificateAccentColor',
            'certificateSignatures',
            'certificateLines',
            'remindersNeedConsent',
            ...onPages.ofReceipts,
            ...onPages.ofSchool,
          ]}
          send={(_input, typed) => save(changesIn(typed))}
          actions={
            <Button
              onClick={({ currentTarget }) => {
                const typed = new FormData(currentTarget.form ?? undefined)
                setTried(changesIn(Object.fromEntries(typed) as Record<string, string>))
              }}
            >
              {t('certificateLook.try')}
            </Button>
          }
        >
          {colors.filter(isOpen).map((name) => (
            <ColorField key={name} name={name} of={settings[name]} otherwise={otherwise[name]} />
          ))}
          {isOpen('certificateLines') && (
            <LinesField name="certificateLines" of={settings.certificateLines} />
          )}
        </FieldsForm>
        <div className="mt-8">
          <PictureSetting {...editing} name="certificateLogo" />
        </div>
        {isOpen('certificateSignatures') && <Signatures key={settings.revision} {...editing} />}
      </div>
      <Sample settings={settings} tried={tried} />
    </div>
  )
}

/** A sample of the certificate, with what was typed and not saved yet. */
function Sample({ settings: { revision }, tried }: { settings: SchoolSettings; tried: Changes }) {
  const query = useQuery({
    queryKey: ['certificate sample', revision, tried],
    queryFn: () => operations.previewCertificate.mutate({ ...tried, language }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return (
    <Section title={t('certificateLook.sample')}>
      <Loaded query={query}>
        {({ picture }) => (
          <img
            src={picture}
            alt={t('certificateLook.sample')}
            width={1200}
            height={848}
            className="h-auto w-full rounded-lg border border-line shadow-raised"
          />
        )}
      </Loaded>
    </Section>
  )
}

type Signature = NonNullable<SchoolSettings['certificateSignatures']>[number]

function Signatures({ settings, save }: Editing) {
  const [signatures, setSignatures] = useState<readonly Signature[]>(
    settings.certificateSignatures ?? [],
  )
  return (
    <Section title={t('certificateLook.signatures')}>
      <ListEditor
        name="certificateLook.signature"
        items={signatures}
        newItem={(): Signature => ({ name: '', title: '' })}
        onChange={setSignatures}
      >
        {(signature, change) => (
          <div className="flex flex-col gap-3">
            <LiveFields
              kinds={{ name: 'text!', signerTitle: 'text!' }}
              of={{ name: signature.name, signerTitle: signature.title }}
              onChange={({ name, signerTitle }) =>
                change({ ...signature, name, title: signerTitle })
              }
            />
            <PictureField
              name="signatureImage"
              of={signature.image}
              onChange={(image) => {
                const { image: _before, ...named } = signature
                change(image === null ? named : { ...named, image })
              }}
            />
          </div>
        )}
      </ListEditor>
      <Form
        submit={t('certificateLook.saveSignatures')}
        done={t('saved')}
        onSubmit={() =>
          save({ certificateSignatures: signatures.length === 0 ? null : [...signatures] })
        }
      />
    </Section>
  )
}
