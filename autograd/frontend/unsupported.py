"""Names outside of this engine's scope, with the alternatives for programs.

Each row is a pattern over torch's full names and a sentence for the error; docs/coverage.md counts
these names as set aside.
"""

from __future__ import annotations

import re

from autograd.tensor.torch_function import NO_TORCH_DISPATCH

ROWS = (
    (r"""(?<!fake_)quant(?!ile) | \.q_ | \.int_repr | \.per_(channel|tensor)_ | qscheme | \.q(u?)int
         | fused_moving_avg | fbgemm | \.ao$ | QInt | QUInt | CUDAQ""",
     "Numbers are not quantized here: use float tensors."),
    (r"\.s?hsp?mm$ | \.h?smm$ | \.sspaddmm",
     "Use `torch.sparse.mm`, whose result is dense, and add."),
    (r"nested | jagged | to_padded_tensor",
     "Pad with `torch.nn.utils.rnn.pad_sequence`, and keep a mask of what is there."),
    (r"""sparse | (col|row)_indices | \.indices(_copy)?$ | \.values(_copy)?$ | coalesce
         | saddmm | to_dense | dense_dim | to_mkldnn | Sparse""",
     "Sparse tensors are here by places, rows or columns: use those, or dense ones and masks."),
    (r"""jit | Jit | JIT | [Ss]cript | \.fx$ | \.export$ | \.compiler\b | \.library\b | \.ops$
         | \.classes$ | \.package$ | \.onnx | dynamo | parse_ | merge_type | unify_type | import_ir
         | functionalize | debug_unwrap | \.cond$ | while_loop | _higher_order | \.cpp$
         | Graph | CompilationUnit | StaticModule | ThroughputBenchmark | compiled_with
         | cpp_extension | mobile_optimizer
         | NestedIOFunction | PRIVATE_OPS | region_activation | vitals
         | \.Tag$ | profiler_allow | \.Future$ | \.fork$ | \.wait$ | \.futures$ | monitor""",
     "Programs are run here as they are written, never compiled: call the function itself."),
    (r"\.hub$ | model_zoo",
     "Nothing is downloaded here: build the model in the program, and train it there."),
    (r"flex_attention | attention\.varlen | flash_attention_impl | UNFUSED",
     "Use `torch.nn.functional.scaled_dot_product_attention` with an `attn_mask`."),
    (r"_dispatch$ | utils\._debug_mode", NO_TORCH_DISPATCH),
    (r"utils\.tensorboard", "Print what is to be seen."),
    (r"\.sym_ | \.Sym", "Sizes are plain Python numbers here: use them as they are."),
    (r"benchmark\.", "Print each measurement: it tells its statement and its times."),
    (r"profiler\.\w", "Use `torch.profiler.profile`, whose table tells of all ops."),
    (r"nn\.parallel\.", "There is one device here: call the module itself."),
    (r"accelerator\. | cpu\.(get_cap | is_init | set_dev)",
     "The CPU is the only device here: leave device questions out."),
    (r"""xpu | \.mps | mtia | \.ipu | is_(ipu|maia|mtia|vulkan) | maia | hpu | Stream
         | \.Event$ | record_stream | stream | get_device_module | \.cuda
         | OutOfMemoryError | AcceleratorError | has_(mkl|openmp|lapack|spectral)""",
     "The CPU is the only device here: leave device questions out."),
    (r"distributed | Distributed | prepare_multiprocessing | rpc | \.USE_",
     "There is one process here: run the part that every process would run."),
    (r"complex32 | chalf | ComplexHalf",
     "Complex numbers here are complex64 and complex128: use `.cfloat()`."),
    (r"""_autocast | autocast_ | float8 | float4 | \.bits | \.bit$
         | \.u?int[1-7]$""",
     "Numbers here are float16, bfloat16, float32, float64 and the usual integers."),
    (r"_copy$", "Use the view of that name and `.clone()`."),
    (r"SelectiveCheckpoint | CheckpointPolicy | selective_checkpoint | SAC_",
     "Checkpoint a part: `torch.utils.checkpoint.checkpoint(part, x, use_reentrant=False)`."),
    (r"lobpcg", "Use `torch.linalg.eigh`, which finds all eigenvalues of a matrix."),
    (r"conv_tbc", "Permute to (batch, channels, time) and use `conv1d`."),
    (r"swap_in_optimizer", "Use the optimizer's `load_state_dict`."),
    (r"LinearCrossEntropyOptions", "Losses are not computed in chunks here: leave `options` out."),
    (r"enforce_grad_layout", "Gradients have the layout of what arrives: leave it out."),
    (r"torch\.embedding_bag$", "Use `torch.nn.functional.embedding_bag`."),
    (r"Tensor\.index$", "Use a subscript, `x[...]`."),
    (r"FatalError", "Catch RuntimeError."),
    (r"""non_deterministic | DataPipe | datapipe | DFIter | DataChunk | argument_validation
         | runtime_validation""",
     "Use a Dataset or an IterableDataset."),
    (r"\.from_file$",
     "Read the file with `numpy.fromfile`, and take it over with `torch.from_numpy`."),
    (r"\w+Storage(Base)?$ | \.Storage(Base)?$ | storage_type | \.storage$",
     "Use `untyped_storage()` of a tensor, or numpy."),
    (r"serialization\.", "Files are read and written by `torch.load` and `torch.save` alone."),
    (r"gradcheck\.get_", "Use `torch.autograd.functional.jacobian`, or gradcheck itself."),
    (r"_pytree\.", "Use `tree_flatten`, `tree_map` and `tree_unflatten`."),
    (r"""batch_norm_(backward|elemt|gather|stats|update) | native_ | _backward | miopen | cudnn
         | torch\._ | nn\.(backends|intrinsic|qat) | collect_env | utils\.weak
         | choose_qparams | init_num_threads | lstm_mps | slice_inverse | scaled_mm
         | privateuse1 | cpp_backtrace | set_module | warn_if_has_hooks | redispatch_function
         | grouped_mm | fresh_size | constrain_range | resize_as_sparse""",
     "This is a part of torch's own machinery: use what `torch.nn.functional` makes of it."),
)


def find_alternative(name: str) -> str:
    """Return the sentence for torch's full name of something unsupported, or ""."""
    # Patterns are compiled when somebody asks, by `re`, which keeps them.
    return next((text for pattern, text in ROWS if re.search(pattern, name, re.VERBOSE)), "")
