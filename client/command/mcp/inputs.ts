import * as z from 'zod'

/* The arguments that several tools have. */

export const date = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/, 'expected YYYY-MM-DD')
  .refine(day => !Number.isNaN(Date.parse(day)), 'there is no such day')

export const arrivalDate = date.describe('The day of arrival, YYYY-MM-DD.')

export const departureDate = date.describe('The day of departure, YYYY-MM-DD.')

export const reservationId = z.int().min(1).describe('The id of the reservation.')

export const hotelid = z.string().max(20).describe('The id of a hotel, such as QDM.')

export const cursor = z.string().max(3000).optional().describe('`next` of the result before, for the rows that follow.')

export const guests = z.int().min(1).max(1000).describe('The number of guests.')
