"""GradScaler: a loss made larger, so that small gradients survive fewer bits."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from autograd.functions.creation import full
from autograd.mode import no_grad
from autograd.once import caution
from autograd.tensor import Tensor


class GradScaler:
    """Scales losses and unscales gradients; steps with infinite ones are left out.

    Disabled, with torch's warning, for CUDA, which is not there: then it changes nothing.
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
        self._factor = init_scale
        self._growth_factor, self._backoff_factor = growth_factor, backoff_factor
        self._growth_interval = growth_interval
        self._good_steps = 0
        self._unscaled: dict[int, bool] = {}  # id of an optimizer: whether a gradient was infinite

    def scale(self, outputs):
        """The loss (or several) times the scale."""
        if not self._enabled:
            return outputs
        if isinstance(outputs, Tensor):
            return outputs * full((), self._factor)
        if not isinstance(outputs, Iterable):
            raise ValueError("outputs must be a Tensor or an iterable of Tensors")
        scaled = map(self.scale, outputs)
        return type(outputs)(scaled) if isinstance(outputs, list | tuple) else scaled

    def unscale_(self, optimizer):
        """Divide the gradients by the scale again."""
        if not self._enabled:
            return
        if id(optimizer) in self._unscaled:
            raise RuntimeError(
                "unscale_() has already been called on this optimizer since the last update()."
            )
        infinite = False
        with no_grad():
            for group in optimizer.param_groups:
                for param in group["params"]:
                    if param.grad is not None:
                        param.grad.mul_(1 / self._factor)
                        infinite |= not bool(np.isfinite(param.grad._array).all())
        self._unscaled[id(optimizer)] = infinite

    def step(self, optimizer, *args, **kwargs):
        """`optimizer.step()` on unscaled gradients, unless one is infinite."""
        if not self._enabled:
            return optimizer.step(*args, **kwargs)
        if id(optimizer) not in self._unscaled:
            self.unscale_(optimizer)
        return None if self._unscaled[id(optimizer)] else optimizer.step(*args, **kwargs)

    def update(self, new_scale=None):
        """Make the scale smaller after infinite gradients, larger after many good steps."""
        if not self._enabled:
            return
        if new_scale is not None:
            self._factor = float(new_scale)
        elif any(self._unscaled.values()):
            self._factor *= self._backoff_factor
            self._good_steps = 0
        else:
            self._good_steps += 1
            if self._good_steps == self._growth_interval:
                self._factor *= self._growth_factor
                self._good_steps = 0
        self._unscaled.clear()

    def get_scale(self) -> float:
        """The scale; 1 when disabled."""
        return self._factor if self._enabled else 1.0

    def get_growth_factor(self) -> float:
        """By what the scale becomes larger after many good steps."""
        return self._growth_factor

    def set_growth_factor(self, new_factor: float) -> None:
        """Another growth factor."""
        self._growth_factor = new_factor

    def get_backoff_factor(self) -> float:
        """By what it becomes smaller after infinite gradients."""
        return self._backoff_factor

    def set_backoff_factor(self, new_factor: float) -> None:
        """Another backoff factor."""
        self._backoff_factor = new_factor

    def get_growth_interval(self) -> int:
        """After how many good steps it grows."""
        return self._growth_interval

    def set_growth_interval(self, new_interval: int) -> None:
        """Another interval."""
        self._growth_interval = new_interval

    def is_enabled(self) -> bool:
        """Whether losses are scaled."""
        return self._enabled

    def state_dict(self) -> dict:
        """The scale and what decides it; nothing when disabled."""
        if not self._enabled:
            return {}
        return {
            "scale": self._factor, "growth_factor": self._growth_factor,
            "backoff_factor": self._backoff_factor, "growth_interval": self._growth_interval,
            "_growth_tracker": self._good_steps,
        }

    def load_state_dict(self, state_dict):
        """Go on from what `state_dict` gave."""
        if not self._enabled:
            return
        if not state_dict:
            raise RuntimeError(
                "The source state dict is empty, possibly because it was saved from a disabled "
                "instance of GradScaler."
            )
        self._factor = state_dict["scale"]
        self._growth_factor = state_dict["growth_factor"]
        self._backoff_factor = state_dict["backoff_factor"]
        self._growth_interval = state_dict["growth_interval"]
        self._good_steps = state_dict["_growth_tracker"]
