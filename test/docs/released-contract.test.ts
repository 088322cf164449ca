import { expect, it } from 'vitest'
import { apiDocument } from '../../worker/api-document'
import { dereferenced } from '../support/dereferenced'
import { contractLosses, type Document } from './support/contract-losses'
import { readContract, releasedContracts } from './support/released-contracts'

const now = apiDocument as unknown as Document

it.each(releasedContracts().slice(-1))('a client of release %s loses no operation, field or value', release => {
  expect(contractLosses(dereferenced(readContract(release)), dereferenced(now))).toEqual([])
})

it('a loss of each kind is named', () => {
  const changed = structuredClone(now)
  const { Booking, Reservation, Offer: _, ...schemas } = changed.components.schemas
  changed.components.schemas = { ...schemas, Booking: Booking ?? {}, Reservation: Reservation ?? {} }
  delete Booking?.properties?.identity
  if (Booking) Booking.required = ['guests']
  if (Booking?.properties) Booking.properties.type = { type: 'integer' }
  if (Reservation?.properties) Reservation.properties.total = { anyOf: [{ type: 'number' }, { type: 'null' }] }
  delete changed.paths['/api/Sale/PostSale']
  const within = (document: Document) => dereferenced({ ...document, paths: pathsOf(document) })
  const pathsOf = ({ paths }: Document) =>
    Object.fromEntries(Object.entries(paths).filter(([path]) => /PostBooking|GetReservations$|PostSale/.test(path)))
  expect(contractLosses(within(now), within(changed)).sort()).toEqual([
    'POST /api/Booking/PostBooking body.guests: is required now',
    'POST /api/Booking/PostBooking body.identity: is gone',
    'POST /api/Booking/PostBooking body.type: string is refused',
    'POST /api/Reservation/GetReservations 200.content[].total: can be null now',
    'POST /api/Sale/PostSale: is gone',
    'schema Offer: is gone',
  ])
})
