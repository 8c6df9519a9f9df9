// Time: a run folded into frames, and where on the tape a viewer would stop or look.
//
// A cursor is a number in event units: 12 is frame 12 (twelve events have happened), 12.4 is 40 %
// of the way through event number 12.

export {
  boxOfTensor, type BackwardState, type Contribution, type Focus, type Frame, type LedgerEntry,
  type NodePhase, type NodeState, type SavedTab, type Suspended, type TensorState,
} from "./timeline/frame.ts";
export { Table } from "./timeline/persistent-map.ts";
export { isHeld, rootsFor } from "./timeline/backward.ts";
export { advance, frameAt, START } from "./timeline/advance.ts";
export { outputAt, passAt, type Printed } from "./timeline/tape.ts";
export { moveByLine, type LineMove } from "./timeline/line-steps.ts";
export { runningCall, stackOf, type Call, type OnStack } from "./timeline/stack.ts";
export { bindingsOf, type Binding } from "./timeline/scope.ts";
export { lookUp } from "./timeline/lookup.ts";
export { lineAt, lineOfEvent, lineOfStep } from "./timeline/lines.ts";
export { steps, type Stride } from "./timeline/steps.ts";
export { landmarks, type Landmark } from "./timeline/landmarks.ts";
export {
  iterationAt, iterationBefore, iterations, type Iteration,
} from "./timeline/iterations.ts";
export { stopInIteration } from "./timeline/same-step.ts";
export {
  curves, scaleOf, type Curve, type CurveKind, type CurvePoint, type Scale,
} from "./timeline/curves.ts";
export { phaseAt, phases, type Phase, type PhaseKind } from "./timeline/phases.ts";
export { isAbout, jump, stopsOf, type Target } from "./timeline/jumps.ts";
export { sortsOf, type Sort } from "./timeline/event-kinds.ts";
export { callsOf } from "./timeline/calls.ts";
export { cursorAfter, msOf } from "./timeline/tempo.ts";
