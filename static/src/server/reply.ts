// What an attempt to ask the server comes to.

/** Why something is not to be had: the server's code and sentence; null when nobody answers. */
export interface Refused {
  readonly kind: "refused";
  readonly code: string;
  readonly sentence: string | null;
  /** After how many seconds the server expects to do it, where it says so. */
  readonly retryAfter?: number;
}

export type Reply<T> = { readonly kind: "done"; readonly value: T } | Refused;
