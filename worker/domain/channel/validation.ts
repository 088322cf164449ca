import type { Limits } from '../../../schema/wire/limits'
import { MAX_ERRORS, type Refusal, refuseAll } from '../../errors'
import { decimalsExpected, writtenToMinor } from '../money'
import type { CatalogDraft, HotelDraft, KnownChannel } from './catalog-draft'
import type { OwnIds } from './referenced-ids'

/*
 * Validation that all steps of a channel manager's message share: the issues found, and the checks of ids and amounts.
 */

type Code = 'INVALID_FIELD' | 'UNKNOWN_REFERENCE'

/** The issues of a message, without duplicates, and no more than a response lists. */
export class ChannelIssues {
  readonly #issues = new Map<string, Code>()

  invalid(path: string, expected: string) {
    this.#add('INVALID_FIELD', `${path}: ${expected}`)
  }

  unknown(path: string, what: string) {
    this.#add('UNKNOWN_REFERENCE', `${path}: there is no ${what}`)
  }

  #add(code: Code, description: string) {
    // One more than is listed, so that the response says that there are more.
    if (this.#issues.size <= MAX_ERRORS) this.#issues.set(description, code)
  }

  refusal(): Refusal<Code> | undefined {
    return refuseAll([...this.#issues].map(([description, code]) => ({ code, description })))
  }
}

/** What each step of the validation uses. */
export interface ChannelValidation {
  readonly known: KnownChannel
  readonly draft: CatalogDraft
  readonly issues: ChannelIssues
  readonly limits: Limits
}

/** The hotel of a part of a message. */
export function findHotel({ draft, issues }: ChannelValidation, hotelid: string, path: string): HotelDraft | undefined {
  const hotel = draft.get(hotelid)
  if (!hotel) issues.unknown(`${path}.hotelid`, `property ${hotelid}`)
  return hotel
}

/** Every id of the hotel's own records in an entry's control fields must exist, even if the entry does not use it. */
export function validateOwnIds({ known, issues }: ChannelValidation, entry: OwnIds, path: string) {
  for (const field of ['roomTypeId', 'roomTypeID'] as const) {
    const id = entry[field]
    if (id && !known.roomTypes.has(id)) issues.unknown(`${path}.${field}`, `room type ${id}`)
  }
  const { roomId, roomTypeId, rateID } = entry
  const type = roomId && known.ownRooms.get(roomId)
  if (roomId && !type) issues.unknown(`${path}.roomId`, `room ${roomId}`)
  if (type && roomTypeId && type !== roomTypeId)
    issues.invalid(`${path}.roomId`, `expected a room of type ${roomTypeId}`)
  if (rateID && !known.rates.has(rateID)) issues.unknown(`${path}.rateID`, `rate ${rateID}`)
}

/** The hotel's own room type that an entry ties its rooms to: the one it names, or that of the room it names. */
export function linkedRoomType(
  { known, issues }: ChannelValidation,
  entry: OwnIds,
  { hotelId }: HotelDraft,
  path: string,
) {
  const type = entry.roomTypeId ?? (entry.roomId && known.ownRooms.get(entry.roomId))
  const owner = type && known.roomTypes.get(type)
  if (!owner || owner === hotelId) return type || undefined
  const field = entry.roomTypeId ? 'roomTypeId' : 'roomId'
  issues.unknown(`${path}.${field}`, `room type ${type} in ${hotelId}`)
}

/** The hotel's own rate plan that an entry ties its plans to. */
export function linkedRatePlan(
  { known, issues }: ChannelValidation,
  { rateID }: OwnIds,
  { hotelId }: HotelDraft,
  path: string,
) {
  const owner = rateID && known.rates.get(rateID)
  if (owner && owner !== hotelId) issues.unknown(`${path}.rateID`, `rate ${rateID} in ${hotelId}`)
  return rateID
}

/** An amount in a description may have only the decimals of the currency. */
export function validateAmount({ known, issues }: ChannelValidation, written: string | undefined, path: string) {
  if (written !== undefined && writtenToMinor(written, known.currency) === undefined) {
    issues.invalid(path, decimalsExpected(known.currency))
  }
}
