// Devices of a home: list them, read one, switch one.

import { tool } from "@ptc/subagent";
import type { Desk } from "./desk.ts";

interface Device {
  readonly room: string;
  readonly kind: string;
  isOn: boolean;
  level: number;
}

/** The desk `home`. */
export const homeDesk: Desk = {
  name: "home",
  open: () => {
    const changes: string[] = [];
    const devices = new Map<string, Device>([
      ["lamp-1", { room: "kitchen", kind: "lamp", isOn: true, level: 80 }],
      ["lamp-2", { room: "bedroom", kind: "lamp", isOn: false, level: 40 }],
      ["heater-1", { room: "bath", kind: "heater", isOn: true, level: 23 }],
      ["heater-2", { room: "bedroom", kind: "heater", isOn: true, level: 19 }],
    ]);
    const found = (id: string): Device => {
      const device = devices.get(id);
      if (device === undefined) throw new Error(`there is no device ${id}: see list_devices`);
      return device;
    };
    return {
      changes,
      tools: {
        list_devices: tool({
          description: "Lists the ids, rooms and kinds of all devices.",
          signature: "() -> [{id :string, room :string, kind :string}]",
          execute: () => Array.from(devices, ([id, { room, kind }]) => ({ id, room, kind })),
        }),
        read_device: tool({
          description:
            "Returns the state of a device. The level of a lamp is in percent, that of a heater in degrees.",
          signature: "(id :string) -> {on :bool, level :int}",
          execute: ({ id }) => {
            const { isOn, level } = found(id);
            return { on: isOn, level };
          },
        }),
        set_device: tool({
          description: "Switches a device on or off and, if given, sets its level.",
          signature: "(id :string, on :bool, level :int?) -> {on :bool, level :int}",
          execute: ({ id, on, level }) => {
            const device = found(id);
            device.isOn = on;
            device.level = level ?? device.level;
            changes.push(`${id} ${on ? "on" : "off"} ${String(device.level)}`);
            return { on, level: device.level };
          },
        }),
      },
    };
  },
  tasks: [
    {
      name: "heater of the bath",
      prompt: "To how many degrees is the heater in the bath set?",
      signature: "() -> {degrees :int}",
      expected: { degrees: 23 },
    },
    {
      name: "is it dark",
      prompt: "Is the lamp in the bedroom on?",
      signature: "() -> {on :bool}",
      expected: { on: false },
    },
    {
      name: "kitchen off",
      prompt: "Switch the lamp in the kitchen off. Leave everything else as it is.",
      signature: "() -> {done :bool}",
      expected: { done: true },
      changes: ["lamp-1 off 80"],
    },
    {
      name: "warmer bedroom",
      prompt: "Make the bedroom two degrees warmer. To how many degrees is its heater set then?",
      signature: "() -> {degrees :int}",
      expected: { degrees: 21 },
      changes: ["heater-2 on 21"],
    },
    {
      name: "lamps in the bedroom",
      prompt: "Switch the lamp in the bedroom on, at half of its present level. What is the level?",
      signature: "() -> {level :int}",
      expected: { level: 20 },
      changes: ["lamp-2 on 20"],
    },
  ],
};
