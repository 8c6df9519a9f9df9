// What a layer computes within one op, in full: its sentences only call it by its name. Pure.

import type { OpEvent } from "../../model/run.ts";

const GATES = "(i_t,\\ f_t,\\ g_t,\\ o_t)";

/** The steps of an LSTM; torch stacks the weights of its gates in the order i, f, g, o. */
function lstm({ params }: OpEvent): string {
  const [input, hidden] = params["has_biases"] === true
    ? [" + $weight2", " + $weight3"] : ["", ""];
  return "(h_1, \\dots, h_T),\\quad (x_1, \\dots, x_T) = $input \\newline "
    + `${GATES} = x_t\\,$weight0^\\top${input} + h_{t-1}\\,$weight1^\\top${hidden} \\newline `
    + "c_t = \\sigma(f_t) \\odot c_{t-1} + \\sigma(i_t) \\odot \\tanh g_t \\newline "
    + "h_t = \\sigma(o_t) \\odot \\tanh c_t";
}

const CAUSAL = "\\mathrm{softmax}\\!\\left($scale\\,$query\\,$key^\\top + \\mathbf{causal}\\right)"
  + " $value";

/** The template of a layer written out; undefined of an op that its own template says in full. */
export function fullTemplate(event: OpEvent): string | undefined {
  if (event.op === "mkldnn_rnn_layer") return lstm(event);
  return /attention$/.test(event.op) && event.params["is_causal"] === true ? CAUSAL : undefined;
}
