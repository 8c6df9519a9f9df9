"""`torch.cuda.amp`: deprecated forms of `torch.amp` for CUDA."""

from torch.cuda.amp import autocast_mode as autocast_mode, grad_scaler as grad_scaler
from torch.cuda.amp.autocast_mode import autocast as autocast
from torch.cuda.amp.autocast_mode import custom_bwd as custom_bwd, custom_fwd as custom_fwd
from torch.cuda.amp.grad_scaler import GradScaler as GradScaler
