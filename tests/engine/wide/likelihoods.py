"""Statements of torch.distributions, with parameters that require gradients, for `fuzz` to draw."""

LIKELIHOODS = """
Normal({x}, 1.0).rsample()
Normal({x}, 1.0).entropy()
Bernoulli(logits={x}).log_prob({y})
Bernoulli({x}).sample()
Categorical(logits={x}).log_prob(torch.tensor(0))
Categorical(logits={x}).sample()
Uniform({x}, {x} + 1).rsample()
Exponential({x}.exp()).log_prob({y}.abs())
Beta({x}.exp(), 1.0).mean
Dirichlet({x}.exp()).log_prob({x}.softmax(-1))
Laplace({x}, 1.0).log_prob({y})
Poisson({x}.exp()).log_prob({y})
kl_divergence(torch.distributions.Normal({x}, 1.0), torch.distributions.Normal({y}, 2.0))
Independent(torch.distributions.Normal({x}, 1.0), 1).log_prob({y})
""".strip().split("\n")
LIKELIHOODS = [f"torch.distributions.{each}" for each in LIKELIHOODS]
