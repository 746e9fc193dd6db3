import type { TeacherProfile } from '@lyceum/sdk'
import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Read } from '../../ui/data/loaded.tsx'
import { FileField } from '../../ui/forms/controls.tsx'
import { FieldsForm } from '../../ui/forms/fields-form.tsx'
import { dataUrlOf } from '../../ui/forms/more-fields.tsx'
import { Section } from '../../ui/page.tsx'

/** Lets a member say whether, and how, the page of the course shows them. */
export function OwnProfile({ courseId }: { courseId: string }) {
  return (
    <Section title={t('teacher.title')}>
      <p className="mb-4 text-muted">{t('teacher.lead')}</p>
      <Read of={lyceum.me.teacher} input={{ courseId }}>
        {(profile) => <ProfileForm courseId={courseId} profile={profile} />}
      </Read>
    </Section>
  )
}

function ProfileForm({ courseId, profile }: { courseId: string; profile: TeacherProfile }) {
  const [picture, setPicture] = useState<string | null>()
  const shown = picture === undefined ? profile.picture : picture
  return (
    <FieldsForm
      className="max-w-2xl"
      submit={t('save')}
      done={t('saved')}
      to={lyceum.me.updateTeacher}
      fields={['shown', 'biography']}
      without={['picture']}
      input={{ courseId }}
      of={profile}
      send={async (changed) => {
        const { updateTeacher } = lyceum.me
        await updateTeacher.mutate({ ...changed, ...(picture !== undefined && { picture }) })
        setPicture(undefined)
      }}
    >
      {shown !== null && (
        <div className="flex items-center gap-3">
          <img src={shown} alt="" className="size-24 rounded-full object-cover" />
          <Button look="quiet" onClick={() => setPicture(null)}>
            {t('picture.remove')}
          </Button>
        </div>
      )}
      <FileField
        label={t('teacher.picture')}
        hint={t('teacher.picture.hint')}
        accept="image/png,image/jpeg,image/webp"
        onChange={async ({ target }) => {
          const file = target.files?.[0]
          if (file) setPicture(await portraitOf(file))
        }}
      />
    </FieldsForm>
  )
}

const pixels = 384

/** Draws the middle of a picture anew: small, and without what the file tells beside it. */
async function portraitOf(file: File): Promise<string> {
  const picture = await createImageBitmap(file)
  const side = Math.min(picture.width, picture.height)
  const canvas = new OffscreenCanvas(pixels, pixels)
  const [x, y] = [(picture.width - side) / 2, (picture.height - side) / 2]
  canvas.getContext('2d')?.drawImage(picture, x, y, side, side, 0, 0, pixels, pixels)
  return dataUrlOf(await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 }))
}
