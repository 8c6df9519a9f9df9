"""`GradScaler`: loss scaling against underflow of gradients in low precision."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from enum import Enum
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.functions.creation.filled import full
from autograd.runtime.grad_mode import no_grad
from autograd.runtime.observer import LibraryCall
from autograd.runtime.warnings import caution
from autograd.tensor.dtype import float16, int32
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from torch.optim.optimizer import Optimizer


class OptState(Enum):
    """The state of an optimizer's gradients since the last update."""

    READY = 0
    UNSCALED = 1
    STEPPED = 2


def _refresh_per_optimizer_state() -> dict:
    """Return the state of an optimizer after an update."""
    return {"stage": OptState.READY, "found_inf_per_device": {}}


class GradScaler:
    """Scales losses, unscales gradients, and skips steps with infinite gradients.

    For CUDA, which is absent, it is disabled with torch's warning, and then has no effect.
    """

    def __init__(self, device="cuda", init_scale=2.0**16, growth_factor=2.0, backoff_factor=0.5,
                 growth_interval=2000, enabled=True):
        self._device = device
        self._enabled = enabled
        if enabled and device == "cuda":
            caution(
                "torch.cuda.amp.GradScaler is enabled, but CUDA is not available.  Disabling.")
            self._enabled = False
        if self._enabled and growth_factor <= 1.0:
            raise AssertionError("The growth factor must be > 1.0.")
        if self._enabled and backoff_factor >= 1.0:
            raise AssertionError("The backoff factor must be < 1.0.")
        if not self._enabled:
            return
        self._init_scale, self._init_growth_tracker = init_scale, 0
        self._scale = self._growth_tracker = None  # tensors once a loss was scaled
        self._growth_factor, self._backoff_factor = growth_factor, backoff_factor
        self._growth_interval = growth_interval
        self._per_optimizer_states = defaultdict(_refresh_per_optimizer_state)

    def scale(self, outputs: Tensor) -> Any:
        """Return the outputs multiplied by the scale factor."""
        if not self._enabled:
            return outputs
        if isinstance(outputs, Tensor):
            if self._scale is None:
                self._scale = full((), self._init_scale)
                self._growth_tracker = full((), self._init_growth_tracker, dtype=int32)
            return outputs * self._scale
        if not isinstance(outputs, Iterable):
            raise ValueError("outputs must be a Tensor or an iterable of Tensors")
        scaled = map(self.scale, outputs)
        return type(outputs)(scaled) if isinstance(outputs, list | tuple) else scaled

    def _check_scaled(self, what: str) -> None:
        """Raise AssertionError if no loss was scaled yet."""
        if self._scale is None:
            raise AssertionError(
                f"Attempted {what} but _scale is None.  This may indicate your script did not "
                "use scaler.scale(loss or outputs) earlier in the iteration.")

    def unscale_(self, optimizer: Optimizer) -> None:
        """Divide the optimizer's gradients by the scale factor, in place.

        RuntimeError if this was done since the last update.
        """
        if not self._enabled:
            return
        self._check_scaled("unscale_")
        state = self._per_optimizer_states[id(optimizer)]
        if state["stage"] is OptState.UNSCALED:
            raise RuntimeError(
                "unscale_() has already been called on this optimizer since the last update()."
            )
        if state["stage"] is OptState.STEPPED:
            raise RuntimeError("unscale_() is being called after step().")
        grads = [param.grad for group in optimizer.param_groups for param in group["params"]
                 if param.grad is not None]
        if any(grad.dtype is float16 for grad in grads):
            raise ValueError("Attempting to unscale FP16 gradients.")
        if grads:
            with LibraryCall("GradScaler.unscale_", optimizer):
                found_inf = self._unscale_grads(grads)
            state["found_inf_per_device"] = {self._scale.device: found_inf}
        state["stage"] = OptState.UNSCALED

    def _unscale_grads(self, grads: list[Tensor]) -> Tensor:
        """Unscale the gradients in place; return 1 if one of them was not finite, else 0."""
        infinite = not all(np.isfinite(grad._array).all() for grad in grads)
        with no_grad():
            factor = self._scale.double().reciprocal().float().item()
            for grad in grads:
                grad.mul_(factor)
        return full((), float(infinite))

    def step(self, optimizer: Optimizer, *args: Any, **kwargs: Any) -> Any:
        """Unscale the gradients and call `optimizer.step()`, unless one is not finite."""
        if not self._enabled:
            return optimizer.step(*args, **kwargs)
        if "closure" in kwargs:
            raise RuntimeError("Closure use is not currently supported if GradScaler is enabled.")
        self._check_scaled("step")
        state = self._per_optimizer_states[id(optimizer)]
        if state["stage"] is OptState.STEPPED:
            raise RuntimeError("step() has already been called since the last update().")
        if state["stage"] is OptState.READY:
            self.unscale_(optimizer)
        found_inf = state["found_inf_per_device"].values()
        if not found_inf:
            raise AssertionError("No inf checks were recorded for this optimizer.")
        result = None if any(map(bool, found_inf)) else optimizer.step(*args, **kwargs)
        state["stage"] = OptState.STEPPED
        return result

    def update(self, new_scale: Any = None) -> None:
        """Reduce the scale after infinite gradients, or increase it after enough good steps."""
        if not self._enabled:
            return
        self._check_scaled("update")
        if isinstance(new_scale, float):
            self._scale.fill_(new_scale)
        elif new_scale is not None:
            if (new_scale.device.type != self._device or new_scale.numel() != 1
                    or new_scale.requires_grad):
                raise AssertionError(
                    "new_scale should be a float or a 1-element torch.cuda.FloatTensor or "
                    "torch.FloatTensor with requires_grad=False.")
            self._scale.copy_(new_scale)
        else:
            self._update_scale([found_inf for state in self._per_optimizer_states.values()
                         for found_inf in state["found_inf_per_device"].values()])
        self._per_optimizer_states = defaultdict(_refresh_per_optimizer_state)

    def _update_scale(self, found_inf: list[Tensor]) -> None:
        """Return the next scale, from what was found for all optimizers."""
        if not found_inf:
            raise AssertionError("No inf checks were recorded prior to update.")
        good_steps = 0 if any(map(bool, found_inf)) else self._growth_tracker.item() + 1
        if not good_steps:
            self._scale.fill_(self._scale.item() * self._backoff_factor)
        elif good_steps == self._growth_interval:
            good_steps = 0
            larger = np.float32(self._scale.item() * self._growth_factor)
            if np.isfinite(larger):
                self._scale.fill_(larger.item())
        self._growth_tracker.fill_(good_steps)

    def get_scale(self) -> float:
        """Return the scale factor, 1 when disabled."""
        if not self._enabled:
            return 1.0
        return self._init_scale if self._scale is None else self._scale.item()

    def _get_growth_tracker(self) -> int:
        """Return the number of good steps since the scale changed."""
        if not self._enabled:
            return 0
        tracker = self._growth_tracker
        return self._init_growth_tracker if tracker is None else tracker.item()

    def get_growth_factor(self) -> float:
        """Return the factor that increases the scale."""
        return self._growth_factor

    def set_growth_factor(self, new_factor: float) -> None:
        """Set the factor that increases the scale."""
        self._growth_factor = new_factor

    def get_backoff_factor(self) -> float:
        """Return the factor that reduces the scale."""
        return self._backoff_factor

    def set_backoff_factor(self, new_factor: float) -> None:
        """Set the factor that reduces the scale."""
        self._backoff_factor = new_factor

    def get_growth_interval(self) -> int:
        """Return the number of good steps before the scale grows."""
        return self._growth_interval

    def set_growth_interval(self, new_interval: int) -> None:
        """Set the number of good steps before the scale grows."""
        self._growth_interval = new_interval

    def is_enabled(self) -> bool:
        """Return True if losses are scaled."""
        return self._enabled

    def state_dict(self) -> dict:
        """Return the scale with its settings, an empty dict when disabled."""
        if not self._enabled:
            return {}
        return {
            "scale": self.get_scale(), "growth_factor": self._growth_factor,
            "backoff_factor": self._backoff_factor, "growth_interval": self._growth_interval,
            "_growth_tracker": self._get_growth_tracker(),
        }

    def load_state_dict(self, state_dict: dict[str, float]) -> None:
        """Restore the state that `state_dict` returned."""
        if not self._enabled:
            return
        if not state_dict:
            raise RuntimeError(
                "The source state dict is empty, possibly because it was saved from a disabled "
                "instance of GradScaler."
            )
        self._init_scale = state_dict["scale"]
        self._growth_factor = state_dict["growth_factor"]
        self._backoff_factor = state_dict["backoff_factor"]
        self._growth_interval = state_dict["growth_interval"]
        self._init_growth_tracker = state_dict["_growth_tracker"]
        if self._scale is not None:
            self._scale.fill_(self._init_scale)
            self._growth_tracker.fill_(self._init_growth_tracker)

    def __getstate__(self) -> dict:
        """Return picklable attributes: tensors as numbers. RuntimeError in the middle of a step."""
        state = self.__dict__.copy()
        if self._enabled:
            if self._per_optimizer_states:
                raise AssertionError(
                    "A GradScaler instance may only be pickled at the beginning "
                    "of an iteration, or at the end after scaler.update().")
            state |= {"_init_scale": self.get_scale(), "_scale": None, "_growth_tracker": None,
                      "_init_growth_tracker": self._get_growth_tracker()}
        return state
