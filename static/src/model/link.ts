// A moment as text for the URL's hash, and back: the codec of server/document/link.py, which tells
// its form.

import type { Bearing } from "./run.ts";
import type { Stride } from "./timeline.ts";
import type { Language, Phrasing, Tab, ThemeName } from "./viewer-options.ts";

const VERSION = "1";
/** A longer hash is refused before anything is unpacked. */
const MOST_CHARACTERS = 128 * 1024;
/** 64 KB of code, each byte of it escaped. What unpacks to more is a bomb. */
const MOST_BYTES = 6 * 64 * 1024 + 4096;
const MOST_NAME = 200;
export const MOST_ARRANGED = 4000;
const CHECK_LENGTH = 4;

/** Chats and mail programs cut or break what is longer; the Share box says so. */
export const COMFORTABLE_LINK = 2000;

/** What a link tells: the code, the run it was about, the moment, and how it was looked at. */
export interface LinkMoment {
  readonly code: string;
  readonly title: string | null;
  /** A frame number; null for where the page opens a run by itself. */
  readonly step: number | null;
  readonly selection: string | null;
  readonly stride: Stride;
  readonly phrasing: Phrasing;
  readonly tab: Tab;
  readonly language: Language | null;
  /** Null for the viewer's own. */
  readonly theme: ThemeName | null;
  readonly seed: number | null;
  readonly engine: string | null;
  /** Of the run's tape, as digest.ts counts it. */
  readonly digest: string | null;
  /** The way the tape runs; null for the one that suits the viewer's screen. */
  readonly bearing: Bearing | null;
  /** `whole`, or `x,y,percent`: where the author made the camera look; null where it follows. */
  readonly camera: string | null;
  /** What is folded, dragged and looked into other than at first, as arrangement.ts writes it. */
  readonly folds: string | null;
  readonly moved: string | null;
  readonly peek: string | null;
  /** `one`: all gradients are coloured by one log scale. */
  readonly gradients: "one" | null;
}

export const PLAIN_MOMENT: LinkMoment = {
  code: "", title: null, step: null, selection: null, stride: "lesson", phrasing: "named",
  tab: "graph", language: null, theme: null, seed: null, engine: null, digest: null,
  bearing: null, camera: null, folds: null, moved: null, peek: null,
  gradients: null,
};

export type LinkFault = "damaged" | "newer" | "too_big";

/** A hash that is no link. */
export class LinkError extends Error {
  readonly fault: LinkFault;

  constructor(fault: LinkFault) {
    super(`The link is ${fault.replace("_", " ")}.`);
    this.fault = fault;
  }
}

type Fits = (value: unknown) => boolean;

const isText: Fits = (value) => typeof value === "string";
const isName: Fits = (value) =>
  value === null || (typeof value === "string" && [...value].length <= MOST_NAME);
const isNumber: Fits = (value) =>
  value === null || (Number.isSafeInteger(value) && Number(value) >= 0);
const isOfForm = (form: RegExp): Fits => (value) => value === null
  || (typeof value === "string" && value.length <= MOST_ARRANGED && form.test(value));
const isOneOf = (...known: readonly unknown[]): Fits => (value) => known.includes(value);

const FOLDS = /^(?:\d\d?|\d{0,2}(?:[fo]\d{1,4}(?:~\d{1,4})?(?:,\d{1,4}(?:~\d{1,4})?)*){1,2})$/;

interface Field {
  readonly name: keyof LinkMoment;
  readonly key: string;
  readonly fits: Fits;
}

/** In the order in which they are written, which Python keeps, too. */
const FIELDS: readonly Field[] = [
  { name: "code", key: "c", fits: isText },
  { name: "title", key: "n", fits: isName },
  { name: "step", key: "s", fits: isNumber },
  { name: "selection", key: "b", fits: isName },
  { name: "stride", key: "k", fits: isOneOf("lesson", "line", "event") },
  { name: "phrasing", key: "f", fits: isOneOf("formal", "named", "numbers") },
  { name: "tab", key: "p", fits: isOneOf("code", "graph", "inspect") },
  { name: "language", key: "l", fits: isOneOf(null, "en", "zh") },
  { name: "theme", key: "t", fits: isOneOf(null, "light", "dark") },
  { name: "seed", key: "r", fits: isNumber },
  { name: "engine", key: "e", fits: isName },
  { name: "digest", key: "d", fits: isName },
  { name: "bearing", key: "w", fits: isOneOf(null, "right", "down") },
  { name: "camera", key: "v", fits: isOfForm(/^(?:whole|-?\d{1,7},-?\d{1,7},\d{1,3})$/) },
  { name: "folds", key: "g", fits: isOfForm(FOLDS) },
  { name: "moved", key: "m",
    fits: isOfForm(/^\d{1,4},-?\d{1,6},-?\d{1,6}(?:;\d{1,4},-?\d{1,6},-?\d{1,6})*$/) },
  { name: "peek", key: "i", fits: isOfForm(/^\d{1,9}:\d{1,15}(?:,\d{1,15})*:[cn]$/) },
  { name: "gradients", key: "a", fits: isOneOf(null, "one") },
];

/** Whether a hash (with its `#`) means to be a link, and not the address of a part of the page. */
export function isLink(hash: string): boolean {
  return /^#?\d+\./.test(hash);
}

/** The hash of a moment, without its `#`. */
export async function encodeLink(moment: LinkMoment): Promise<string> {
  const kept = FIELDS
    .filter(({ name, key }) => key === "c" || moment[name] !== PLAIN_MOMENT[name])
    .map(({ name, key }) => [key, moment[name]] as const);
  const data = new TextEncoder().encode(JSON.stringify(Object.fromEntries(kept)));
  const packed = await through(new CompressionStream("deflate-raw"), data, Infinity);
  return `${VERSION}.${safe(packed)}${check(data)}`;
}

/** The moment of a hash, with or without its `#`. Rejects with LinkError. */
export async function decodeLink(hash: string): Promise<LinkMoment> {
  const text = hash.replace(/^#/, "");
  const [, version, rest] = /^(\d+)\.(.*)$/s.exec(text) ?? [];
  if (version === undefined || rest === undefined) throw new LinkError("damaged");
  if (version !== VERSION) throw new LinkError("newer");
  if (text.length > MOST_CHARACTERS) throw new LinkError("too_big");
  const data = await unpacked(rest.slice(0, -CHECK_LENGTH));
  if (check(data) !== rest.slice(-CHECK_LENGTH)) throw new LinkError("damaged");
  return momentOf(data);
}

async function unpacked(body: string): Promise<Uint8Array> {
  const packed = unsafe(body);
  try {
    return await through(new DecompressionStream("deflate-raw"), packed, MOST_BYTES);
  } catch (error) {
    throw error instanceof LinkError ? error : new LinkError("damaged");
  }
}

/** What a stream makes of some bytes; no more than `most` of it is taken. */
async function through(
  stream: CompressionStream | DecompressionStream, data: Uint8Array<ArrayBuffer>, most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = stream.writable.getWriter();
  const written = Promise.all([writer.write(data), writer.close()]);
  written.catch(() => undefined); // the reader meets the same error
  const reader: ReadableStreamDefaultReader<Uint8Array> = stream.readable.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > most) {
      await reader.cancel();
      throw new LinkError("too_big");
    }
    chunks.push(next.value);
  }
  await written;
  return joined(chunks, size);
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function momentOf(data: Uint8Array): LinkMoment {
  const found = parsed(data);
  if (typeof found !== "object" || found === null || !Object.hasOwn(found, "c")) {
    throw new LinkError("damaged");
  }
  const there = FIELDS.filter(({ key }) => Object.hasOwn(found, key));
  const entries = there.map(({ name, key, fits }) => {
    const value = repaired((found as Readonly<Record<string, unknown>>)[key]);
    if (!fits(value)) throw new LinkError("damaged");
    return [name, value] as const;
  });
  return { ...PLAIN_MOMENT, ...Object.fromEntries(entries) };
}

/** A text with U+FFFD for each lone surrogate: older versions gave out links that carry them. */
function repaired(value: unknown): unknown {
  return typeof value === "string" ? value.replace(/\p{Surrogate}/gu, "\ufffd") : value;
}

function parsed(data: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(data));
  } catch {
    throw new LinkError("damaged");
  }
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let crc = n;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

function crc32(data: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of data) crc = CRC_TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** Four characters that change when the JSON does. */
function check(data: Uint8Array): string {
  const crc = crc32(data);
  return safe(Uint8Array.of(crc >>> 16 & 0xff, crc >>> 8 & 0xff, crc & 0xff));
}

/** base64url without padding. */
function safe(data: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < data.length; at += 0x8000) {
    pieces.push(String.fromCharCode(...data.subarray(at, at + 0x8000)));
  }
  return btoa(pieces.join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function unsafe(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) throw new LinkError("damaged");
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    throw new LinkError("damaged");
  }
}
