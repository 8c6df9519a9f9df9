// Answers each line of input with one of output, for tests that hold Python's codec to the page's:
// {"encode": moment} -> {"link": hash}; {"decode": hash} -> {"moment": moment} or {"fault": code}.

import { createInterface } from "node:readline";
import { decodeLink, encodeLink, LinkError, type LinkMoment } from "../../static/src/model/link.ts";

type Question = { readonly encode: LinkMoment } | { readonly decode: string };

async function answer(question: Question): Promise<unknown> {
  if ("encode" in question) return { link: await encodeLink(question.encode) };
  try {
    return { moment: await decodeLink(question.decode) };
  } catch (error) {
    if (error instanceof LinkError) return { fault: error.fault };
    throw error;
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line) as Question))}\n`);
}
