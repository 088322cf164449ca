import type * as z from 'zod'
import { memoize } from '../../../schema/memoize'
import { channelRows } from './channel-rows'
import { reservationRows } from './reservation-rows'
import { setupRows } from './setup-rows'
import { webhookRows } from './webhook-rows'

/** The contracts of the rows of an export, by table. */
export const storedRows = memoize(
  (): ReadonlyMap<string, z.ZodType> =>
    new Map(
      [...setupRows(), ...channelRows(), ...reservationRows(), ...webhookRows()].map(({ table, row }) => [table, row]),
    ),
)
