// What mutants.py writes into the copy of a source: each place where the source can be changed asks
// whether its mutant, a number from 1, is the one of this run. So all mutants are compiled at once.
#pragma once

#include <utility>

namespace hashlab::mutation {

/// Is this the run of mutant `id`? Notes that its place was reached.
bool on(unsigned id);

/// A literal; the mutant has 1 for 0, 0 for 1 and x + 1 for any other x, `false` for `true`.
template <unsigned id, typename T>
T literal(T x) {
  if (!on(id)) return x;
  return x == T(0) ? T(1) : x == T(1) ? T(0) : static_cast<T>(x + T(1));
}

/// std::min; the mutant is std::max.
template <unsigned id, typename T>
const T& least(const T& a, const T& b) {
  return (b < a) != on(id) ? b : a;
}

/// std::max; the mutant is std::min.
template <unsigned id, typename T>
const T& most(const T& a, const T& b) {
  return (a < b) != on(id) ? b : a;
}

/// `negated<id> ->* x` is !x, and has its precedence; the mutant is x.
template <unsigned id>
struct Negated {};
template <unsigned id>
constexpr Negated<id> negated{};
template <unsigned id, typename T>
bool operator->*(Negated<id>, T&& x) {
  return on(id) == static_cast<bool>(x);
}

/// `minus<id> ->* x` is -x; the mutant is x.
template <unsigned id>
struct Minus {};
template <unsigned id>
constexpr Minus<id> minus{};
template <unsigned id, typename T>
auto operator->*(Minus<id>, T&& x) {
  return on(id) ? x : -x;
}

// `a OP name<id> OP b` is a OP b with the precedence of OP; the mutant is a OTHER b. What is left
// of b is kept until b is there.
template <typename Operator, typename Left>
struct Half {
  Left left;
};
#define HASHLAB_OPERATOR(Type, name, OP, OTHER)                         \
  template <unsigned id>                                                \
  struct Type {};                                                       \
  template <unsigned id>                                                \
  constexpr Type<id> name{};                                            \
  template <typename Left, unsigned id>                                 \
  Half<Type<id>, Left&&> operator OP(Left&& left, Type<id>) {           \
    return {std::forward<Left>(left)};                                  \
  }                                                                     \
  template <typename Left, unsigned id, typename Right>                 \
  decltype(auto) operator OP(Half<Type<id>, Left>&& a, Right&& right) { \
    return on(id) ? a.left OTHER right : a.left OP right;               \
  }
HASHLAB_OPERATOR(Plus, plus, +, -)
HASHLAB_OPERATOR(Difference, difference, -, +)
HASHLAB_OPERATOR(Times, times, *, /)
HASHLAB_OPERATOR(Over, over, /, *)
HASHLAB_OPERATOR(Remainder, remainder, %, /)
HASHLAB_OPERATOR(Equal, equal, ==, !=)
HASHLAB_OPERATOR(Unequal, unequal, !=, ==)
#undef HASHLAB_OPERATOR

// The same for a comparison, which has two mutants: `id` moves its bound, `id` + 1 turns it round.
#define HASHLAB_COMPARISON(Type, name, OP, BOUND, OPPOSITE)      \
  template <unsigned id>                                         \
  struct Type {};                                                \
  template <unsigned id>                                         \
  constexpr Type<id> name{};                                     \
  template <typename Left, unsigned id>                          \
  Half<Type<id>, Left&&> operator OP(Left&& left, Type<id>) {    \
    return {std::forward<Left>(left)};                           \
  }                                                              \
  template <typename Left, unsigned id, typename Right>          \
  bool operator OP(Half<Type<id>, Left>&& a, Right&& right) {    \
    if (on(id)) return a.left BOUND right;                       \
    return on(id + 1) ? a.left OPPOSITE right : a.left OP right; \
  }
HASHLAB_COMPARISON(Less, less, <, <=, >=)
HASHLAB_COMPARISON(LessEqual, less_equal, <=, <, >)
HASHLAB_COMPARISON(Greater, greater, >, >=, <=)
HASHLAB_COMPARISON(GreaterEqual, greater_equal, >=, >, <)
#undef HASHLAB_COMPARISON

}  // namespace hashlab::mutation
