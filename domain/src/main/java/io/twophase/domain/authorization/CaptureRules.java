package io.twophase.domain.authorization;

import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.operation.AccountOperation;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Currency;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The rules of what a capture may take of held operations. */
record CaptureRules(List<AccountOperation> held) {

  private Optional<AuthorizationRefusal> stranger(Set<AccountId> named) {
    Set<AccountId> strangers = new HashSet<>(named);
    held.forEach(operation -> strangers.remove(operation.account()));
    return strangers.stream()
        .min(Comparator.naturalOrder())
        .map(AuthorizationRefusal.AccountNotHeld::new);
  }

  Either<AuthorizationRefusal, Captured> captured(Map<AccountId, Money> asked) {
    Optional<AuthorizationRefusal> refusal = stranger(asked.keySet());
    List<Long> amounts = new ArrayList<>(held.size());
    for (AccountOperation operation : held) {
      Money amount = asked.getOrDefault(operation.account(), operation.amount());
      refusal = refusal.isPresent() ? refusal : refusal(operation, amount);
      amounts.add(amount.minor());
    }
    return Option.ofOptional(refusal.isPresent() ? refusal : unbalanced(amounts))
        .toEither(() -> Captured.of(held, amounts))
        .swap();
  }

  private static Optional<AuthorizationRefusal> refusal(AccountOperation operation, Money amount) {
    Money there = operation.amount();
    if (!there.currency().equals(amount.currency())) {
      return Optional.of(
          new AuthorizationRefusal.OtherCurrency(
              operation.account(), there.currency(), amount.currency()));
    }
    if (!amount.isPositive()) {
      return Optional.of(new AuthorizationRefusal.NothingToCapture(operation.account(), amount));
    }
    return amount.minor() > there.minor()
        ? Optional.of(new AuthorizationRefusal.MoreThanHeld(operation.account(), there, amount))
        : Optional.empty();
  }

  private Optional<AuthorizationRefusal> unbalanced(List<Long> amounts) {
    Map<Currency, BigInteger> debits = new LinkedHashMap<>();
    Map<Currency, BigInteger> credits = new LinkedHashMap<>();
    for (int at = 0; at < held.size(); at++) {
      BigInteger amount = BigInteger.valueOf(amounts.get(at));
      Currency currency = held.get(at).amount().currency();
      debits.putIfAbsent(currency, BigInteger.ZERO);
      held.get(at)
          .fold(debit -> debits, credit -> credits)
          .merge(currency, amount, BigInteger::add);
    }
    for (Map.Entry<Currency, BigInteger> out : debits.entrySet()) {
      BigInteger in = credits.getOrDefault(out.getKey(), BigInteger.ZERO);
      if (!out.getValue().equals(in)) {
        return Optional.of(
            new AuthorizationRefusal.UnbalancedCapture(out.getKey(), out.getValue(), in));
      }
    }
    return Optional.empty();
  }
}
