import { currencyExponent } from '@lyceum/sdk'
import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Fields } from '../../ui/fields.tsx'
import { SelectField } from '../../ui/form.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { titleOf } from '../../ui/names.ts'

const rest = {
  courses: 'courseId',
  maxUses: 'number',
  maxUsesPerUser: 'number',
  validFrom: 'start',
  validUntil: 'end',
} as const
const off = {
  percent: { percent: 'number!' },
  amount: { amount: 'number!', currency: 'text!' },
} as const

export function CreateCoupon() {
  const [kind, setKind] = useState<'percent' | 'amount'>('percent')
  return (
    <FormDialog
      name="coupons.create"
      look="primary"
      kinds={{ code: 'text!', ...rest }}
      send={({ courses, ...coupon }, { percent, amount, currency = '' }) => {
        const iso = currency.toUpperCase()
        const units = Math.round(Number(amount) * 10 ** currencyExponent(iso))
        const takesOff = percent ? { percent: Number(percent) } : { amount: units, currency: iso }
        const input = { ...coupon, takesOff, courses: courses === null ? [] : [courses] }
        return lyceum.admin.coupons.create.mutate(input)
      }}
    >
      <SelectField
        label={titleOf('takesOff')}
        value={kind}
        onChange={(chosen) => setKind(chosen === 'amount' ? chosen : 'percent')}
        options={{ percent: t('coupons.percent'), amount: t('coupons.amount') }}
      />
      <Fields kinds={off[kind]} of={{ currency: 'USD' }} />
    </FormDialog>
  )
}
