"""`torch.autograd.anomaly_mode`: the contexts that look for NaN in gradients."""

from autograd.engine.anomaly_mode import detect_anomaly, set_detect_anomaly

__all__ = ["detect_anomaly", "set_detect_anomaly"]
