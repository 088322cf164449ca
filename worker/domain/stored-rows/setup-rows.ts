import * as z from 'zod'
import { activity, activitySlot } from '../../../schema/tables/activity'
import { customer } from '../../../schema/tables/control'
import { employee, location, property, ratePlan, resource, room, roomType } from '../../../schema/tables/hotel'
import { inventoryItem, inventoryLocation, stock } from '../../../schema/tables/inventory'
import { Customer, webAddressOrEmpty } from '../../../schema/wire/admin'
import { HotelAddress, HotelPosition, HotelWifi, HouseInfo, hotelForGuest } from '../../../schema/wire/hotel-for-guest'
import { HotelLook } from '../../../schema/wire/look'
import { count, id, timeZone } from '../../../schema/wire/primitives'
import { rowContract } from './row-contract'
import { date, flag, instant, json, nonBlankStoredText, sequence, storedText, time } from './values'

/* The rows of a customer and its setup. */

const name = z.lazy(() => nonBlankStoredText(200))
const hotelId = z.lazy(() => nonBlankStoredText(20))

export const setupRows = () => {
  const fields = Customer.unwrap().shape
  const { phone, whatsapp, email, website } = hotelForGuest()
  return [
    rowContract(customer, {
      customerName: name,
      currency: fields.currency,
      timeZone: fields.timeZone,
      logoUrl: webAddressOrEmpty,
      imagePath: webAddressOrEmpty,
      itineraryUrlTemplate: fields.itineraryUrlTemplate,
      look: json(HotelLook),
      idFloor: count(2_147_483_647),
      createdAt: instant,
      updatedAt: instant,
    }),
    rowContract(property, {
      hotelId,
      propertyName: name,
      propertyTimeZone: timeZone,
      fetchHotelKey: storedText(100),
      checkInTime: time,
      checkOutTime: time,
      address: json(HotelAddress),
      position: json(HotelPosition),
      phone,
      whatsapp,
      email,
      website,
      directions: storedText(2000),
      houseInfo: json(z.array(HouseInfo).max(12)),
      logoUrl: webAddressOrEmpty,
      imagePath: webAddressOrEmpty,
      wifi: json(HotelWifi),
      look: json(HotelLook),
    }),
    rowContract(location, { locationId: id, locationName: name }),
    rowContract(roomType, {
      roomTypeId: id,
      hotelId,
      roomTypeName: name,
      roomTypeDescription: storedText(4000),
      maxOccupancy: count(1000, 1),
    }),
    rowContract(room, {
      roomId: id,
      roomTypeId: id,
      locationId: id,
      roomName: name,
      roomNo: storedText(50),
      floorNo: storedText(50),
    }),
    rowContract(ratePlan, { rateId: id, hotelId, rateName: name }),
    rowContract(employee, { employeeId: id, employeeFirstName: storedText(200), employeeLastName: storedText(200) }),
    rowContract(resource, { resourceId: id, resourceName: name, resourceTypeId: id }),
    rowContract(activity, {
      activityId: id,
      activityName: name,
      scheduleType: storedText(100),
      capacity: count(1_000_000),
    }),
    rowContract(activitySlot, {
      activityId: id,
      slotDate: date,
      slotTime: time,
      slotCapacity: sequence,
      booked: sequence,
    }),
    rowContract(inventoryLocation, {
      inventoryLocationId: id,
      inventoryLocationName: name,
      inventoryLocationDescription: storedText(2000),
      isActive: flag,
    }),
    rowContract(inventoryItem, {
      inventoryId: id,
      itemNumber: nonBlankStoredText(100),
      description: storedText(2000),
      size: storedText(100),
      color: storedText(100),
      productType: storedText(100),
      productImageType: storedText(100),
      productImageUrl: webAddressOrEmpty,
      cost: sequence,
      price: sequence,
    }),
    rowContract(stock, { inventoryId: id, inventoryLocationId: id, quantity: sequence }),
  ]
}
