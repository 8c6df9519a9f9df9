"""Statements that write into a tensor's memory, for `fuzz` to draw."""

WRITES = """
{x}.fill_diagonal_({n})
{x}.unsqueeze_(0)
{x}[..., None] = {y}
{x}.set_({y})
{x}[:, 1:] = {y}
{x}.addmm_({x}, {y})
{x}.clamp_({n}, {n})
{x}.index_put_((torch.tensor([0]),), {y})
{x}.scatter_reduce_(0, torch.zeros_like({x}, dtype=torch.long), {x}.detach(), "sum")
{x}.index_copy_(0, torch.tensor([0]), {y}[:1])
{x}.index_fill_(0, torch.tensor([0]), 2)
{x}.masked_fill_({x} > 0, {y})
{x}.clamp_min_({n})
{x}.scatter_add_(0, torch.zeros_like({x}, dtype=torch.long), {y})
{x}.index_add_({d}, torch.tensor([0]), {y})
{x}[[0]] = {y}
{x}.masked_scatter_({x} > 0, {y})
{x}.fill_diagonal_(1)
{x}.scatter_({d}, torch.zeros_like({x}, dtype=torch.long), {y})
{x}.eq_({y})
{x}.t_()
{x}.logit_()
{x}[1:] = {y}[:-1]
{x}.clamp_min_(0)
{x}.tril_()
{x}.T.mul_(2)
{x}.view(-1)[0] = 4
{x}.squeeze_()
{x}.squeeze_({d})
{x}.unsqueeze_({d})
{x}.transpose_(0, -1)
{x}.swapaxes_(0, -1)
{x}.copy_({y}.detach())
{x}.data = {y}.data
{x}.data = {y}
{x}.data[0] = 1
{x}.data.zero_()
{x}.data += 1
{x}.uniform_()
{x}.normal_()
{x}.bernoulli_(0.5)
{x}.random_(5)
{x}.exponential_()
{x}.fill_({n})
{x}.index_fill_({d}, torch.tensor([0]), 2)
{x}.put_(torch.tensor([0]), {y}.flatten()[:1])
torch.add({x}, {y}, out={x})
torch.sub({x}.detach(), {y}.detach(), out={x}.data)
{x}.clamp_max_({y})
{x}.floor_()
{x}.round_()
{x}.trunc_()
{x}.reciprocal_()
{x}.addcdiv_({y}, {y})
{x}.addcmul_({x}, {y}, value={n})
{x}.pow_({y})
{x}.pow_({n})
{x}.atan2_({y})
{x}.gt_({n})
{x}.bitwise_not_()
{x}.sign_()
{x}.add_({n})
{x}.add_(1.5)
{x}.add_({y}, alpha={n})
{x}.mul_({n})
{x}.mul_(True)
{x}.mul_({y}.sum())
{x}.div_({y})
{x}.diagonal().zero_()
{x}.diagonal().add_(1)
{x}[0].mul_(2)
{x}[None].add_(1)
{x}[..., 0].zero_()
{x}.unbind(0)[0].mul_(2)
{x}.chunk(2)[0].add_(1)
{x}.split(1)[0].zero_()
{x}.expand(2, *{x}.shape).mul_(2)
{x}.detach()[0] = 9
{x}.detach().mul_(2)
{x}.view(-1).mul_(2)
{x}.reshape(-1).mul_(2)
{x}.flatten().add_(1)
{x}.unsqueeze(0).mul_({y})
{x}.real.mul_(2)
{x}.mul_({x})
{x}.sub_({x}.detach())
{x}.add_({x}.T)
{x}.add_({x}[0])
{x}[0] = {x}[-1]
{x}[0] -= {x}[-1]
{x} -= {x}
{x} /= 2
{x} /= {y}
{x} **= 2
{x} //= 2
{x} |= True
{x} += True
{x} *= 1.5
{x}.requires_grad = True
{x}.requires_grad = False
{x}[{x} > 0] *= 2
{x}[{y} > 0] = {n}
{x}[{y} > 0] += 1
{x}[:] = {y}
{x}[...] = {y}
{x}[...] = {n}
{x}[0, 0] = {y}
{x}[0, 0] = {n}
{x}[:, 0] = {y}
{x}[:, 0] = 2
{x}[[0], [0]] = {n}
{x}[[0, -1]] += 1
{x}[True] = 3
{x}[9] = 0
{x}[0] = True
{x}[()] = 1
{x}[-1:] = {y}[:1]
{x}[0][0] = 7
{x}[:1][:] = 7
{x}.hypot_({y})
{x}.nan_to_num_()
{x}.log_()
{x}.log1p_()
{x}.sin_()
{x}.cos_()
{x}.rsqrt_()
{x}.expm1_()
{x}.erf_()
{x}.sgn_()
{x}.frac_()
{x}.sinh_()
{x}.fmod_(2)
{x}.remainder_({y})
{x}.floor_divide_(2)
{x}.copysign_({y})
{x}.lerp_({y}, {y})
{x}.xlogy_({y})
{x}.heaviside_({y})
{x}.type({t}).zero_()
torch.abs_({x})
torch.relu_({x})
torch.nn.functional.relu({x}, inplace=True)
torch.nn.functional.relu_({x})
torch.nn.functional.leaky_relu({x}, inplace=True)
torch.nn.functional.elu({x}, inplace=True)
torch.nn.functional.selu({x}, inplace=True)
torch.nn.functional.silu({x}, inplace=True)
torch.nn.functional.hardtanh({x}, inplace=True)
torch.nn.functional.threshold({x}, 0.5, 2, inplace=True)
torch.nn.init.ones_({x})
torch.nn.init.constant_({x}, 2)
torch.nn.init.normal_({x})
torch.nn.init.xavier_uniform_({x})
torch.nn.init.kaiming_normal_({x})
torch.nn.init.orthogonal_({x})
torch.nn.init.eye_({x})
{x}.negative_()
{x}.absolute_()
{x}.cumsum_(0)
{x}.cumprod_(-1)
{x}.triu_(1)
{x}.clip_(-1, 1)
{x}.exp2_()
{x}.tan_()
{x}.acos_()
{x}.sinc_()
{x}.erfc_()
{x}.lgamma_()
{x}.multiply_({y})
{x}.divide_(2)
{x}.subtract_({y}, alpha={n})
{x}.true_divide_({n})
{x}.addmv_({x}, {y})
{x}.addr_({y}, {y})
{x}.resize_(2)
{x}.resize_as_({y})
{x}.swapdims_(0, 1)
{x}.float_power_(2)
{x}[..., 0] = {x}[..., -1]
{x}[:, None] = {y}
{x}[0, :] += {y}
{x}[{x} < 0] = {x}[{x} < 0] * {n}
{x}[torch.tensor([0, 0])] += 1
{x}[-1] = {x}[0].clone()
{x}.view(-1)[-1:].mul_({n})
{x}.T[0].add_(1)
{x}.select(0, 0).copy_({y})
{x}.narrow(0, 0, 1).fill_({n})
{x}.diagonal().copy_({y})
{x}.permute(*range({x}.dim())[::-1]).add_({n})
{x}.unfold(0, 1, 1).mul_(2)
{x}.tensor_split(2)[0].mul_(2)
{x}.index_select(0, torch.tensor([0])).add_(1)
torch.nn.init.uniform_({x})
torch.nn.init.zeros_({x})
torch.nn.init.kaiming_uniform_({x}, a=1)
torch.nn.init.xavier_normal_({x}, gain={n})
torch.nn.init.sparse_({x}, 0.5)
torch.nn.init.dirac_({x})
torch.nn.functional.celu({x}, inplace=True)
torch.nn.functional.hardswish({x}, inplace=True)
torch.nn.functional.mish({x}, inplace=True)
torch.nn.functional.relu6({x}, inplace=True)
""".strip().split("\n")
