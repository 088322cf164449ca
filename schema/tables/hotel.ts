import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { HotelAddress, HotelPosition, HotelWifi, HouseInfo } from '../wire/hotel-for-guest'
import type { HotelLook } from '../wire/look'
import { customerId, flag, json, time } from './columns'
import { customer } from './control'

/* The keys of the columns are the names of the fields of the setup. */

const ofCustomer = () => customerId().references(() => customer.customerId)

/** A hotel of the customer; `hotelId` is the `hotelid` of the channel manager. */
export const property = sqliteTable(
  'property',
  {
    customerId: ofCustomer(),
    hotelid: text('hotel_id').notNull(),
    name: text('property_name').notNull(),
    timeZone: text('property_time_zone').notNull(),
    /** `hotelKey` of the fetch queue: guest-messaging systems select the messages of one hotel by it. */
    fetchHotelKey: text('fetch_hotel_key').notNull().default(''),
    checkInTime: time('check_in_time').notNull().default(''),
    checkOutTime: time('check_out_time').notNull().default(''),
    /** What the guest needs to know. NULL or empty: the channel manager's description applies, if it has the field. */
    address: json<HotelAddress>('address'),
    position: json<HotelPosition>('position'),
    phone: text('phone').notNull().default(''),
    whatsapp: text('whatsapp').notNull().default(''),
    email: text('email').notNull().default(''),
    website: text('website').notNull().default(''),
    directions: text('directions').notNull().default(''),
    houseInfo: json<HouseInfo[]>('house_info').notNull().default([]),
    /** Empty: those of the customer. */
    logoUrl: text('logo_url').notNull().default(''),
    imagePath: text('image_path').notNull().default(''),
    wifi: json<HotelWifi>('wifi'),
    /** How its stays look on the guest's page. NULL: the look of the customer. */
    look: json<HotelLook>('look'),
  },
  table => [primaryKey({ columns: [table.customerId, table.hotelid] })],
)

/** A building, wing, meeting point or studio. */
export const location = sqliteTable(
  'location',
  {
    customerId: ofCustomer(),
    locationId: integer('location_id').notNull(),
    name: text('location_name').notNull(),
  },
  table => [primaryKey({ columns: [table.customerId, table.locationId] })],
)

export const roomType = sqliteTable(
  'room_type',
  {
    customerId: ofCustomer(),
    roomTypeId: integer('room_type_id').notNull(),
    hotelid: text('hotel_id').notNull(),
    name: text('room_type_name').notNull(),
    description: text('room_type_description').notNull().default(''),
    maxOccupancy: integer('max_occupancy').notNull(),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.roomTypeId] }),
    foreignKey({ columns: [table.customerId, table.hotelid], foreignColumns: [property.customerId, property.hotelid] }),
    index('room_type_of_property').on(table.customerId, table.hotelid),
    check('room_type_sleeps_someone', sql`${table.maxOccupancy} > 0`),
  ],
)

export const room = sqliteTable(
  'room',
  {
    customerId: ofCustomer(),
    roomId: integer('room_id').notNull(),
    roomTypeId: integer('room_type_id').notNull(),
    locationId: integer('location_id'),
    roomName: text('room_name').notNull(),
    roomNo: text('room_no').notNull().default(''),
    floorNo: text('floor_no').notNull().default(''),
    /** False: not in use. It takes no further night. */
    isActive: flag('is_active').notNull().default(true),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.roomId] }),
    foreignKey({
      columns: [table.customerId, table.roomTypeId],
      foreignColumns: [roomType.customerId, roomType.roomTypeId],
    }),
    foreignKey({
      columns: [table.customerId, table.locationId],
      foreignColumns: [location.customerId, location.locationId],
    }),
    index('room_of_type').on(table.customerId, table.roomTypeId),
    index('room_in_location').on(table.customerId, table.locationId),
  ],
)

export const ratePlan = sqliteTable(
  'rate_plan',
  {
    customerId: ofCustomer(),
    rateId: integer('rate_id').notNull(),
    hotelid: text('hotel_id').notNull(),
    name: text('rate_name').notNull(),
  },
  table => [
    primaryKey({ columns: [table.customerId, table.rateId] }),
    foreignKey({ columns: [table.customerId, table.hotelid], foreignColumns: [property.customerId, property.hotelid] }),
    index('rate_plan_of_property').on(table.customerId, table.hotelid),
  ],
)

/** A host of activities. */
export const employee = sqliteTable(
  'employee',
  {
    customerId: ofCustomer(),
    employeeId: integer('employee_id').notNull(),
    firstName: text('employee_first_name').notNull().default(''),
    lastName: text('employee_last_name').notNull().default(''),
  },
  table => [primaryKey({ columns: [table.customerId, table.employeeId] })],
)

/** What an activity needs: a boat, a court, a treatment table. */
export const resource = sqliteTable(
  'resource',
  {
    customerId: ofCustomer(),
    resourceId: integer('resource_id').notNull(),
    name: text('resource_name').notNull(),
    resourceTypeId: integer('resource_type_id'),
  },
  table => [primaryKey({ columns: [table.customerId, table.resourceId] })],
)
