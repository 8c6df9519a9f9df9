"""`torch._check` and its kin, what builds say of themselves, `torch.multiprocessing`."""
import torch
import torch.multiprocessing as mp

for check in (torch._check, torch._check_value, torch._check_index, torch._check_type,
              torch._check_not_implemented):
    for given in ((False,), (False, lambda: "told"), (False, "told"), (1,), (torch.tensor(True),),
                  (False, lambda: 3), (True,)):
        try:
            print(check(*given))
        except Exception as error:
            print(type(error).__name__, error)
print(sorted(mp.get_all_sharing_strategies()), mp.get_sharing_strategy())
mp.set_sharing_strategy("file_system")
print(mp.get_sharing_strategy(), mp.current_process().name, mp.Process.__name__)
print(torch.backends.mkl.is_available(), torch.backends.openmp.is_available(),
      torch.backends.mps.is_available(), torch.backends.cudnn.is_available())
