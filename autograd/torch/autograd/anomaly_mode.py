"""`torch.autograd.anomaly_mode`: contexts that detect NaN in gradients."""

from autograd.engine.anomaly_mode import detect_anomaly, set_detect_anomaly

__all__ = ["detect_anomaly", "set_detect_anomaly"]
