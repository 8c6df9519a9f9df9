"""Derivatives of gamma or beta samples by their parameters, at fixed quantiles.

That is `-(dF/da) / f` of the distribution function F and the density f. torch's formulas are
accurate to about four digits; to print the same digits, the same approximations are taken in the
same regions (ATen/native/Distributions.h, torch 2.13). All arrays are float64.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from autograd.kernels.libm import polygamma

# --- Gamma samples -----------------------------------------------------------------------------

GAMMA_COEFFICIENTS = np.array([
    [0.16009398, -0.094634809, 0.025146376, -0.0030648343,
     1, 0.32668115, 0.10406089, 0.0014179084],
    [0.53487893, 0.1298071, 0.065735949, -0.0015649758,
     0.16639465, 0.020070113, -0.0035938915, -0.00058392623],
    [0.040121004, -0.0065914022, -0.0026286047, -0.0013441777,
     0.017050642, -0.0021309326, 0.00085092367, -1.5247877e-07]])


def standard_gamma_grad(a: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Return the derivatives of standard gamma samples `x` by their shapes `a`."""
    with np.errstate(all="ignore"):
        near = abs(x / a - 1) <= 0.1
        return np.select(
            [x < 0.8, (a > 8) & near, a > 8],
            [gamma_grad_small(a, x), gamma_grad_near_mean(a, x), gamma_grad_large(a, x)],
            gamma_grad_rational(a, x))


def gamma_grad_small(a: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Return the derivative for small x, by a Taylor series around 0."""
    top, bottom = 1.0, a
    first, second = top / bottom, top / (bottom * bottom)
    for i in range(1, 6):
        top = top * -x / i
        bottom = bottom + 1
        first = first + top / bottom
        second = second + top / (bottom * bottom)
    power = x ** a
    by_alpha = (np.log(x) - polygamma(0, a)) * power * first - power * second
    return np.nan_to_num(-by_alpha / (x ** (a - 1) * np.exp(-x)), nan=0.0)


def gamma_grad_near_mean(a: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Return the derivative for large a near the mean, by Rice's saddle point expansion."""
    first = 1 + 24 * a * (1 + 12 * a)
    second = (1440 * (a * a) + 6 * x * (53 - 120 * x) - 65 * x * x / a + a * (107 + 3600 * x))
    return first * second / (1244160 * (a * a) * (a * a))


def gamma_grad_large(a: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Return the derivative for large a away from the mean, by Rice's saddle point expansion."""
    root = np.sqrt(8 * a)
    near = root / (a - x)
    far = (x - a - a * np.log(x / a)) ** -1.5
    both = np.where(x < a, near - far, near + far)
    term = np.log(x / a) * both - np.sqrt(2 / a) * (a + x) / ((a - x) * (a - x))
    stirling = 1 + 1 / (12 * a) * (1 + 1 / (24 * a))
    return -stirling * (x * term) / root


def gamma_grad_rational(a: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Return the derivative elsewhere, by a rational function of log(x / a) and log(a)."""
    u, v = np.log(x / a), np.log(a)
    c = [p + u * (q + u * r) for p, q, r in GAMMA_COEFFICIENTS.T]
    top = c[0] + v * (c[1] + v * (c[2] + v * c[3]))
    return np.exp(top / (c[4] + v * (c[5] + v * (c[6] + v * c[7]))))


# --- Beta samples ------------------------------------------------------------------------------

# Numerator and denominator, by powers of log x, of log(a / x) and of log(total x / a).
BETA_COEFFICIENTS = np.array([
    [[[1.003668233, -0.01061107488, -0.0657888334, 0.01201642863],
      [0.6336835991, -0.3557432599, 0.05486251648, -0.001465281033],
      [-0.03276231906, 0.004474107445, 0.002429354597, -0.0001557569013]],
     [[0.221950385, -0.3187676331, 0.01799915743, 0.01074823814],
      [-0.2951249643, 0.06219954479, 0.01535556598, 0.001550077057],
      [0.02155310298, 0.004170831599, 0.001292462449, 6.976601077e-05]],
     [[-0.05980841433, 0.008441916499, 0.01085618172, 0.002319392565],
      [0.02911413504, 0.01400243777, -0.002721828457, 0.000751041181],
      [0.005900514878, -0.001936558688, -9.495446725e-06, 5.385558597e-05]]],
    [[[1, -0.02924021934, -0.04438342661, 0.007285809825],
      [0.6357567472, -0.3473456711, 0.05454656494, -0.002407477521],
      [-0.03301322327, 0.004845219414, 0.00231480583, -0.0002307248149]],
     [[0.5925320577, -0.1757678135, 0.01505928619, 0.000564515273],
      [0.1014815858, -0.06589186703, 0.01272886114, -0.0007316646956],
      [-0.007258481865, 0.001096195486, 0.0003934994223, -4.12701925e-05]],
     [[0.06469649321, -0.0236701437, 0.002902096474, -5.896963079e-05],
      [0.001925008108, -0.002869809258, 0.0008000589141, -6.063713228e-05],
      [-0.0003477407336, 6.959756487e-05, 1.097287507e-05, -1.650964693e-06]]]])


def dirichlet_grad(x: np.ndarray, a: np.ndarray, total: np.ndarray) -> np.ndarray:
    """Return the derivatives of beta samples `x` by their parameter `a`, over `1 - x`.

    The parameters are `a` and `total - a`.
    """
    b = total - a
    width = total * x * (1 - x)
    with np.errstate(all="ignore"):
        return np.select(
            [(x <= 0.5) & (width < 2.5), (x >= 0.5) & (width < 0.75), (a > 6) & (b > 6)],
            [beta_grad_alpha_small(x, a, b), -beta_grad_beta_small(1 - x, b, a),
                beta_grad_alpha_mid(x, a, b)],
            beta_grad_rational(x, a, total))


def beta_grad_alpha_small(x: np.ndarray, a: np.ndarray, b: np.ndarray) -> Any:
    """Return the derivative by the first parameter, by a Taylor series around 0."""
    factor = polygamma(0, a) - polygamma(0, a + b) - np.log(x)
    top, series = 1.0, (factor + 1 / a) / a
    for i in range(1, 11):
        top = top * (i - b) * x / i
        series = series + top / (a + i) * (factor + 1 / (a + i))
    return np.nan_to_num(x * (1 - x) ** -b * series, nan=0.0)


def beta_grad_beta_small(x: np.ndarray, a: np.ndarray, b: np.ndarray) -> Any:
    """Return the derivative by the second parameter, by a Taylor series around 0."""
    factor = polygamma(0, a + b) - polygamma(0, b)
    top, product, slope, series = 1.0, 1.0, 0.0, factor / a
    for i in range(1, 9):
        top = top * -x / i
        slope = slope * (b - i) + product
        product = product * (b - i)
        series = series + top / (a + i) * (slope + factor * product)
    return np.nan_to_num(-((1 - x) ** (1 - b)) * series, nan=0.0)


def beta_grad_alpha_mid(x: np.ndarray, a: np.ndarray, b: np.ndarray) -> Any:
    """Return the derivative for large parameters, by Rice's saddle point expansion."""
    total = a + b
    mean, deviation = a / total, np.sqrt(a * b / (total + 1)) / total
    at_centre = abs(x - mean) <= 0.1 * deviation
    return np.where(at_centre, beta_grad_near_mean(x, a, b), beta_grad_off_mean(x, a, b))


def beta_grad_near_mean(x: np.ndarray, a: np.ndarray, b: np.ndarray) -> Any:
    """Return the expansion near the mean, where its terms would cancel."""
    total = a + b
    inner = 8 * (1 - x) * (135 * b - 11)
    inner = (453 + 1620 * b * (1 - x) - 455 * x) * b + a * inner
    inner = 3 * (59 + 180 * b - 90 * x) * b ** 2 + a * inner
    inner = (43 + 20 * (16 + 27 * b) * x) * b ** 3 + a * inner
    inner = 47 * x * b ** 4 + a * inner
    above = (1 + 12 * a) * (1 + 12 * b) / (total * total)
    return above / (1 - x) * inner / (12960 * a ** 3 * b ** 2 * (1 + 12 * total))


def beta_grad_off_mean(x: np.ndarray, a: np.ndarray, b: np.ndarray) -> Any:
    """Return the expansion away from the mean."""
    total, mean = a + b, a / (a + b)
    s, t, u = (1 + 1 / (12 * n) + 1 / (288 * n * n) for n in (a, b, total))
    apart = a * (x - 1) + b * x
    first = 2 * a * a * (x - 1) + a * b * (x - 1) - x * b * b
    first = first / (np.sqrt(2 * a / b) * total ** 1.5 * apart * apart)
    third = np.sqrt(8 * a * b / total) / apart
    fourth = (b * np.log(b / (total * (1 - x))) + a * np.log(a / (total * x))) ** -1.5
    terms = first + 0.5 * np.log(a / (total * x)) * (third + np.where(x < mean, fourth, -fourth))
    return s * t / u * (-x / np.sqrt(2 * a * b / total)) * terms


def beta_grad_rational(x: np.ndarray, a: np.ndarray, total: Any) -> Any:
    """Return a rational correction of an analytic approximation."""
    u = np.log(x)
    v = np.log(a) - u
    w = np.log(total) - v
    powers = [np.stack([np.ones_like(y)] + [y ** k for k in range(1, n)]) for y, n in
              ((u, 3), (v, 3), (w, 4))]
    top, bottom = np.einsum("nijk,i...,j...,k...->n...", BETA_COEFFICIENTS, *powers)
    return top / bottom * (x * (polygamma(0, total) - polygamma(0, a)) / (total - a))
