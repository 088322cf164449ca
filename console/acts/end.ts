import { STATUS } from '../../schema/wire/reservation-status.ts'
import type { Act } from '../act.ts'
import { money } from '../format.ts'
import { words } from '../words.ts'
import { numberIn, type Subject } from './booking-acts.ts'
import { field } from './fields.ts'

/** Cancels a booking, or notes that the guest did not come; each with a fee, if there is one. */
export function endAct(subject: Subject, kind: 'cancel' | 'no-show'): Act {
  const isCancel = kind === 'cancel'
  const { currency } = subject.reservation
  const [title, done] = isCancel ? [words.cancelBooking, words.cancelWith] : [words.noShow, words.noShowWith]
  return subject.act({
    title,
    isDangerous: true,
    fields: () => field('fee', words.feeIn(currency), { type: 'number', min: 0, step: 'any' }),
    button: form => {
      const fee = numberIn(form, 'fee')
      return done(fee === undefined ? undefined : money(fee, currency))
    },
    send: (form, key) => {
      const amount = numberIn(form, 'fee')
      const cancellationFee = amount === undefined ? undefined : { amount }
      const end = isCancel ? { action: 'cancel' } : { bookingParameters: { reservationStatusID: STATUS.NoShow } }
      return subject.change({ ...end, cancellationFee }, key)
    },
  })
}
