// The class token, which some servers ask for before they open rooms or make short links.

import type { Reply } from "./http.ts";

const KEY = "tapescope-class-token";
const HEADER = "Tapescope-Class-Token";

/** What the server says of a request without the token, or with another one. */
export type Wanted = "needs_token" | "wrong_token";

/** Ask the viewer for the token; `why` is what the server said. Null when they would not say. */
export type TokenAsker = (why: Wanted) => Promise<string | null>;

// Where the browser keeps nothing, the page remembers until it is left.
let known: string | null = null;

function tokenKept(): string | null {
  try {
    return sessionStorage.getItem(KEY) ?? known;
  } catch {
    return known;
  }
}

function keepToken(token: string | null): void {
  known = token;
  try {
    if (token === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, token);
  } catch {
    // Kept above.
  }
}

/** A header has bytes: those of UTF-8, each as a letter. */
function bytesOf(token: string): string {
  return String.fromCharCode(...new TextEncoder().encode(token));
}

/** A request that carries the token, if this window knows it. */
export function withToken(init: RequestInit): RequestInit {
  const token = tokenKept();
  if (token === null) return init;
  const headers = init.headers as Readonly<Record<string, string>>;
  return { ...init, headers: { ...headers, [HEADER]: bytesOf(token) } };
}

/** Send a request, and again with each token that the viewer says, until it is let in. */
export async function sendWithToken<T>(
  send: () => Promise<Reply<T>>, ask: TokenAsker,
): Promise<Reply<T>> {
  for (;;) {
    const reply = await send();
    if (reply.kind === "done") return reply;
    if (reply.code !== "needs_token" && reply.code !== "wrong_token") return reply;
    keepToken(null);
    const token = await ask(reply.code);
    if (token === null) return reply;
    keepToken(token);
  }
}
