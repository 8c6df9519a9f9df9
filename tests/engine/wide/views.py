"""Statements that look at a tensor's memory anew or pick from it, for `fuzz` to draw."""

SEEN = """
{x}.mT
{x}.mH
{x}.H
{x}.T
{x}[:, None]
{x}[..., None]
{x}[1]
{x}[-1:]
{x}[0, 0]
{x}[0, ..., -1]
{x}[:, 0]
{x}[..., 1:]
{x}[0:1, ::2]
{x}[:, :]
{x}[None, ..., None]
{x}[True]
{x}[5:]
{x}[()]
{x}[0:0]
{x}[-3:-1]
{x}.ravel()
{x}.tensor_split(2)[0]
{x}.tensor_split((1,), {d})[-1]
{x}.hsplit([1])[0]
{x}.vsplit([1])[0]
{x}.dsplit([1])[0]
{x}.view(1, -1)
{x}.view(2, -1)
{x}.view(-1, 1)
{x}.reshape(2, -1)
{x}.reshape(-1, 1, 1)
{x}.reshape(())
{x}.squeeze({d})
{x}.squeeze((0, {d}))
{x}.unsqueeze({d})
{x}.unsqueeze(-2)
{x}.diagonal(offset=1)
{x}.diagonal(0, -1, -2)
{x}.view({x}.dtype)
{x}.conj()
{x}.imag
{x}.resolve_conj()
{x}.flatten(1)
{x}.flatten(0, {d})
{x}.flatten({d})
{x}.unbind(-1)[-1]
{x}.unbind({d})
{x}.split(1, {d})[0]
{x}.split([1, 1], {d})[1]
{x}.chunk(2, {d})[-1]
{x}.chunk(3)
{x}.select({d}, -1)
{x}.narrow({d}, 0, 1)
{x}.narrow(0, 1, 1)
{x}.transpose(0, {d})
{x}.transpose(-2, -1)
{x}.permute(0, -1)
{x}.permute(*range({x}.dim()))
{x}.movedim({d}, 0)
{x}.movedim((0, 1), (1, 0))
{x}.adjoint()
{x}.broadcast_to(2, *{x}.shape)
{x}.expand(-1, 3)
{x}.expand(3, -1, -1)
{x}.expand_as({y})
{x}.view_as({y})
{x}.reshape({y}.shape)
{x}.view({y}.shape)
{x}.reshape_as({y})
{x}.sum_to_size({y}.shape)
{x}.unfold(-1, 1, 1)
{x}.unfold({d}, 1, 2)
{x}.as_strided((2, 2), (1, 0))
{x}.as_strided((1, 2), (1, 1), 1)
{x}.detach()
{x}.view_as({x}).view_as({x})
{x}.t().contiguous()
{x}.swapdims(0, {d})
{x}.is_contiguous()
{x}._base
{x}.tile(2)
{x}.tile((2, 1))
{x}.repeat(2, 1)
{x}.repeat(1, 0, 2)
{x}.repeat_interleave(2, {d})
torch.atleast_1d({x})
torch.atleast_2d({x})
torch.atleast_3d({x})
torch.ravel({x}.T)
torch.meshgrid({x}.reshape(-1), {y}.reshape(-1), indexing="ij")[0]
torch.split({x}, [1, 1])[1]
torch.swapaxes({x}, 0, {d})
torch.unsqueeze({x}, {d})
torch.view_as_real({x})
torch.rot90({x})
torch.fliplr({x})
torch.flipud({x})
torch.block_diag({x}, {y})
torch.hstack([{x}, {y}])
torch.vstack([{x}, {y}])
torch.dstack([{x}, {y}])
torch.column_stack([{x}, {y}])
torch.cat([{x}, {y}])
torch.cat([{x}, {y}], {d})
torch.cat([{x}, {y}], dim=-1)
torch.cat([{x}, {x}], {d})
torch.stack([{x}, {y}])
torch.stack([{x}, {x}], {d})
torch.concat(({x},))
torch.squeeze({x}, 1)
torch.diag({x})
torch.diag({x}, 1)
torch.diag_embed({x})
torch.diagflat({x})
torch.tril({x}, -1)
torch.triu({x}, 1)
torch.tril_indices(2, 2)
{x}.moveaxis({d}, 0)
{x}.swapaxes(0, 1)
{x}.view(-1)[1:-1]
{x}.permute(*range({x}.dim())[::-1])[0]
{x}[..., -1:].expand_as({x})
{x}.narrow(-1, 0, 1).squeeze(-1)
torch.tensor_split({x}, 2, dim={d})[0]
torch.unbind({x}.T)[0]
torch.movedim({x}, 0, -1)
torch.atleast_2d({x}, {y})[1]
torch.moveaxis({x}, 0, -1)
torch.narrow({x}, 0, 0, 1)
torch.triu_indices(2, 3, 1)
torch.unravel_index({x}.argmax(), {x}.shape)
{x}[:, torch.tensor([0, 0])]
""".strip().split("\n")
PICKED = """
{x}[{x} > 0]
{x}[{y} > 0]
{x}[{y}.long()]
{x}[{y}.bool()]
{x}[{y}]
{x}[torch.tensor(0)]
{x}[torch.tensor([[0, 1], [1, 0]])]
{x}[:, [0]]
{x}[[0], [0]]
{x}[..., [0, 0]]
{x}[[0], :, None]
{x}[None, [0, -1]]
{x}[[True, False]]
{x}[[]]
{x}[0, [0]]
{x}[[0, 1], 1:]
{x}[torch.tensor([0]), torch.tensor([[0]])]
{x}[{x}.argmax()]
{x}[{x}.argsort()]
{x}[9]
{x}[:, 9]
{x}[0, 0, 0, 0]
{x}[-9:2]
{x}.index_select({d}, torch.tensor([0, 0]))
{x}.index_select({d}, torch.tensor([0]))
{x}.gather({d}, torch.zeros_like({x}, dtype=torch.long))
{x}.gather({d}, {x}.argsort({d}))
{x}.take_along_dim({x}.argmax({d}, keepdim=True), {d})
{x}.take(torch.tensor([[0, -1]]))
{x}.masked_select({y} > 0)
{x}.index_add({d}, torch.tensor([0]), {y})
{x}.index_fill({d}, torch.tensor([0]), {n})
{x}.index_put((torch.tensor([0, 0]),), {y}, accumulate={b})
{x}.scatter({d}, torch.zeros_like({x}, dtype=torch.long), {x})
{x}.scatter({d}, torch.zeros_like({x}, dtype=torch.long), {n})
{x}.scatter_add({d}, torch.zeros_like({x}, dtype=torch.long), {x})
{x}.select_scatter({y}, 0, 0)
{x}.slice_scatter({x}[:1], 0, 0, 1)
{x}.diagonal_scatter(torch.ones(1))
{x}.masked_scatter({x} > 0, {y})
{x}.put(torch.tensor([0]), {y}.flatten()[:1])
torch.take_along_dim({x}, torch.tensor([0]))
torch.searchsorted({x}, {y})
torch.bucketize({x}, {y})
torch.isin({x}, {y})
torch.select_scatter({x}, {x}[0] * 2, 0, 0)
torch.slice_scatter({x}, {y})
torch.masked_select({x}, {x} > {n})
torch.nonzero({x}, as_tuple=True)
torch.where({x} > 0)
torch.gather({x}, {d}, {y}.long())
torch.nn.functional.one_hot({x}.long().clamp(0, 2), 3)
torch.nn.functional.embedding({x}.long().clamp(0, 1), {y})
torch.gather({x}, {d}, torch.zeros_like({x}, dtype=torch.long))
torch.index_select({x}, {d}, torch.tensor([0, 0]))
torch.masked_select({x}, {x} == {x})
{x}[{x}.argsort({d})[..., :1]]
{x}[torch.randperm(2)]
{x}[torch.arange(2), torch.arange(2)]
{x}[torch.tensor([True, False]), 0]
""".strip().split("\n")
