import * as z from 'zod'
import { activity, activitySlot } from '../../../schema/tables/activity'
import { customer } from '../../../schema/tables/control'
import { employee, location, property, ratePlan, resource, room, roomType } from '../../../schema/tables/hotel'
import { inventoryItem, inventoryLocation, stock } from '../../../schema/tables/inventory'
import { Customer, webAddressOrEmpty } from '../../../schema/wire/admin'
import { HotelAddress, HotelPosition, HotelWifi, HouseInfo } from '../../../schema/wire/hotel-for-guest'
import { HotelLook } from '../../../schema/wire/look'
import { count, timeZone } from '../../../schema/wire/primitives'
import * as setup from '../../../schema/wire/setup'
import { rowContract } from './row-contract'
import { json, nonBlankStoredText, sequence, storedValues, time } from './values'

/* The rows of a customer and its setup. */

export const setupRows = () => {
  const fields = Customer.unwrap().shape
  return [
    rowContract(customer, {
      customerName: nonBlankStoredText(200),
      currency: fields.currency,
      timeZone: fields.timeZone,
      logoUrl: webAddressOrEmpty,
      imagePath: webAddressOrEmpty,
      itineraryUrlTemplate: fields.itineraryUrlTemplate,
      look: json(HotelLook),
      idFloor: count(2_147_483_647),
    }),
    rowContract(property, {
      ...storedValues(setup.Property),
      timeZone,
      checkInTime: time,
      checkOutTime: time,
      address: json(HotelAddress),
      position: json(HotelPosition),
      houseInfo: json(z.array(HouseInfo).max(12)),
      wifi: json(HotelWifi),
      look: json(HotelLook),
    }),
    rowContract(location, storedValues(setup.Location)),
    rowContract(roomType, storedValues(setup.RoomType)),
    rowContract(room, storedValues(setup.Room)),
    rowContract(ratePlan, storedValues(setup.RatePlan)),
    rowContract(employee, storedValues(setup.Employee)),
    rowContract(resource, storedValues(setup.Resource)),
    rowContract(activity, storedValues(setup.Activity)),
    rowContract(activitySlot, { slotCapacity: sequence, booked: sequence }),
    rowContract(inventoryLocation, storedValues(setup.InventoryLocation)),
    rowContract(inventoryItem, storedValues(setup.InventoryItem)),
    rowContract(stock, storedValues(setup.Stock)),
  ]
}
