#pragma once

#include "hashers/networks/network_settings.h"
#include "hashers/networks/torch/tensors.h"

namespace hashlab::hashers::networks {

/// The generalised mean (mean max(x, 1e-6)^p)^(1/p) over the middle dimension of x.
/// Shapes:  x is B x L x c, p has one number; returns B x c.
/// Source:  Radenovic, Tolias & Chum, TPAMI 2019, equation 3.
Tensor generalised_mean(const Tensor& x, const Tensor& p);

/// Second-order pooling of n samples, from n x L x c to n x K. Each of the L local descriptors x of
/// a sample is scaled to length 1 and gives numbers y_1 .. y_K, which are averaged over the
/// descriptors. For jcf, C_1 .. C_N are the words of the codebook, N = settings.codebook, and
/// R = settings.rank. For bilinear, N = settings.words. The trained parameters are W_k and W_kn
/// (c x c); u_k, v_k and C_n (c numbers each); U_k and V_k (R x c, or N x c if R = 0); A and B
/// (N x R). x' is the transpose of x.
/// Source:  Jacob, Picard, Histace & Klein, ICCV 2019 (JCF).
///
///   bilinear   with one word, y_k = x' W_k x
///              else, h as for jcf and y_k = sum over n of h_n x' W_kn x
///   rank-one   y_k = (u_k.x) (v_k.x)
///   jcf        h = softmax over words of cos(x, C_n); with R = 0
///                  y_k = (h' U_k x) (h' V_k x)
///              else, a = A' h and b = B' h,
///                  y_k = (a' U_k x) (b' V_k x)
///
/// Cost: K N c^2, 2 K c and 2 K R c multiplications per descriptor for bilinear, rank-one and jcf;
///       with R = 0, jcf has N in place of R.
Tensor second_order(const NetworkSettings& settings, const Tensors& arrays, const Tensor& x);

}  // namespace hashlab::hashers::networks
