# device-agnostic code
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
print(device, repr(device), device.type, torch.cuda.is_available(), torch.cuda.device_count())
x = torch.ones(2, device=device)
print(x.device, x.to(device), torch.zeros(1).to("cpu").device, x.is_cuda, x.get_device())
print(torch.device("cpu") == torch.device("cpu"), torch.device("cuda:1").index)
for attempt in (
    lambda: torch.ones(1).cuda(),
    lambda: torch.ones(1).cuda(0, non_blocking=True),
    lambda: torch.ones(1).cuda("cuda:0"),
    lambda: torch.ones(1).cuda("cpu"),
    lambda: torch.nn.Linear(1, 1).cuda(0),
    lambda: torch.device(-1),
    lambda: torch.device("cuda", -1),
    lambda: torch.device(True),
    lambda: torch.ones(1, device="cuda"),
    lambda: torch.ones(1).to("cuda"),
):
    try:
        attempt()
    except Exception as error:
        print(type(error).__name__, error)
# the types of CUDA can be named, and refuse to make anything
FloatTensor = torch.cuda.FloatTensor if torch.cuda.is_available() else torch.FloatTensor
print(FloatTensor(2).zero_(), torch.cuda.FloatTensor, torch.cuda.LongTensor.is_cuda)
print(isinstance(x, torch.cuda.FloatTensor), isinstance(x, torch.FloatTensor))
for attempt in (
    lambda: torch.cuda.FloatTensor([1.0]),
    lambda: x.type(torch.cuda.FloatTensor),
    lambda: torch.cuda.Stream(),
    lambda: torch.cuda.get_rng_state(),
    lambda: torch.cuda.set_device(0),
    lambda: torch.cuda.device(0).__enter__(),
):
    try:
        attempt()
    except Exception as error:
        print(type(error).__name__, error)
print(torch.cuda.memory_cached(), torch.cuda.get_rng_state_all(), torch.cuda.get_arch_list())
# programs that ask for all kinds of devices before they settle for the CPU
import torch.distributed as dist

print(torch.xpu.is_available(), torch.mps.is_available(), torch.mtia.is_available())
print(torch.xpu.device_count(), torch.mps.device_count(), torch.xpu.manual_seed_all(0))
print(torch.Stream(), torch.Stream().device, torch.Event(enable_timing=True))
print(dist.is_available() and dist.is_initialized(), dist.is_nccl_available())
for attempt in (
    lambda: torch.xpu.synchronize(),
    lambda: torch.mps.synchronize(),
    lambda: torch.Stream("cuda"),
    lambda: torch.Event().record(),
    lambda: torch.Event().elapsed_time(torch.Event()),
    lambda: dist.get_rank(),
    lambda: dist.all_reduce(x),
    lambda: torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(1, 1)),
):
    try:
        attempt()
    except Exception as error:
        print(type(error).__name__, error)
for kind in ("cuda", "mps", "xpu", "meta"):
    try:
        torch.Generator(kind)
    except RuntimeError as error:
        print(error)
try:
    torch.cuda.reset_peak_memory_stats()
except AttributeError as error:
    print(error)
kernels = torch.backends.cuda
print(kernels.is_built(), kernels.matmul.allow_tf32, kernels.matmul.fp32_precision)
kernels.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
print(kernels.matmul.allow_tf32, kernels.matmul.fp32_precision)
torch.set_float32_matmul_precision("highest")
print(kernels.matmul.allow_tf32, kernels.matmul.fp32_precision)
kernels.enable_flash_sdp(False)
print(kernels.flash_sdp_enabled(), kernels.math_sdp_enabled(), torch.backends.cudnn.version())
kernels.enable_flash_sdp(True)
with torch.backends.cudnn.flags(enabled=False, deterministic=True):
    print(torch.backends.cudnn.enabled, torch.backends.cudnn.deterministic)
print(torch.backends.cudnn.enabled, torch.backends.cudnn.deterministic)
print(torch.cuda._initialized)
