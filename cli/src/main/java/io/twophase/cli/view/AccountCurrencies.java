package io.twophase.cli.view;

import io.twophase.Accounts;
import io.twophase.domain.AccountId;
import io.twophase.domain.account.Opening;
import io.twophase.domain.hold.AccountLookup;
import java.util.Collection;
import java.util.Currency;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The currencies of accounts: read once, since an account never changes it. */
public final class AccountCurrencies {

  private static final int READ_AT_ONCE = 500;

  private final Accounts accounts;
  private final Map<AccountId, Currency> known = new HashMap<>();

  public AccountCurrencies(Accounts accounts) {
    this.accounts = accounts;
  }

  /** Reads those not known yet, many at once. */
  public AccountCurrencies learn(Collection<AccountId> ids) {
    Set<AccountId> unknown = new LinkedHashSet<>(ids);
    unknown.removeAll(known.keySet());
    List<AccountId> all = List.copyOf(unknown);
    for (int from = 0; from < all.size(); from += READ_AT_ONCE) {
      accounts
          .find(all.subList(from, Math.min(all.size(), from + READ_AT_ONCE)))
          .forEach(this::learn);
    }
    return this;
  }

  private void learn(AccountLookup lookup) {
    if (lookup instanceof AccountLookup.Found found) {
      known.put(found.account().id(), found.account().currency());
    }
  }

  /** Goes on as if these were opened. */
  public void open(Collection<Opening> openings) {
    learn(openings.stream().map(Opening::id).toList());
    openings.forEach(opening -> known.putIfAbsent(opening.id(), opening.balance().currency()));
  }

  /**
   * Returns what the amounts of {@code account} are in. For an account that is not there: the
   * currency of another account of its transaction, or the default.
   */
  public Currency of(AccountId account, Collection<AccountId> ofTransaction) {
    return Optional.ofNullable(known.get(account))
        .orElseGet(
            () ->
                ofTransaction.stream()
                    .filter(known::containsKey)
                    .map(known::get)
                    .findFirst()
                    .orElse(Arguments.DEFAULT_CURRENCY));
  }
}
